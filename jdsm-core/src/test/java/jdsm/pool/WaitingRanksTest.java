package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.RankSet;
import jdsm.directory.Directory;
import org.junit.jupiter.api.Test;

class WaitingRanksTest {
    private final Directory directory = new Directory();
    private final int unit;
    private final int lock;
    private final WaitingRanks here = new WaitingRanks(directory);
    private final WaitingRanks there = new WaitingRanks(directory);

    WaitingRanksTest() {
        var entry = directory.add(new int[4]);
        directory.seal(0, 2);
        unit = entry.firstUnit();
        lock = directory.lockOf(entry);
    }

    private static CoherenceMessage grant(int unit, RankSet sharers) {
        return CoherenceMessage.grant(unit, 5, sharers, new RankSet(), 0);
    }

    @Test
    void theRanksGoWithTheLock() {
        here.add(lock, 1);
        here.add(lock, 70);

        CoherenceMessage sent = here.load(grant(lock, new RankSet()));
        CoherenceMessage received = there.unload(sent);

        assertThat(received).isEqualTo(grant(lock, new RankSet()));
        assertThat(here.take(lock).isEmpty()).isTrue();
        RankSet ranks = there.take(lock);
        assertThat(ranks.contains(1) && ranks.contains(70)).isTrue();
        assertThat(ranks.size()).isEqualTo(2);
        assertThat(there.take(lock).isEmpty()).isTrue();
    }

    @Test
    void otherMessagesAreAsTheyWere() {
        RankSet sharers = new RankSet();
        sharers.add(1);
        CoherenceMessage ofData = grant(unit, sharers);
        CoherenceMessage request = CoherenceMessage.acquireRequest(lock, 1, 0, false, new int[0]);
        here.add(lock, 1);

        assertThat(here.load(ofData)).isSameAs(ofData);
        assertThat(there.unload(ofData)).isSameAs(ofData);
        assertThat(here.load(request)).isSameAs(request);
        assertThat(here.take(lock).isEmpty()).isFalse();
    }
}
