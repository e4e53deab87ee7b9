package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Waiter;
import org.junit.jupiter.api.Test;

class QueuesTest {
    private record Named(Thread worker) implements Waiter {}

    private final Queues queues = new Queues();
    private final Waiter one = new Named(new Thread());
    private final Waiter two = new Named(new Thread());

    @Test
    void areEmptyUntilSomeoneWaits() {
        assertThat(queues.isEmpty()).isTrue();
        assertThat(queues.remoteReads().hasNext()).isFalse();
        assertThat(queues.holders()).isZero();
        assertThat(queues.isHolder(one)).isFalse();
        queues.addLateReader(one, 0);
        assertThat(queues.isEmpty()).isFalse();
        assertThat(queues.hasReaders()).as("not yet").isFalse();
        queues.admitLateReaders();
        assertThat(queues.hasReaders()).isTrue();
        assertThat(queues.removeReaderOrWriter(one)).isTrue();
        assertThat(queues.removeReaderOrWriter(one)).isFalse();
        assertThat(queues.isEmpty()).isTrue();
        queues.addWriter(two, 0);
        assertThat(queues.hasWriters()).isTrue();
        assertThat(queues.isEmpty()).isFalse();
        assertThat(queues.removeReaderOrWriter(two)).isTrue();
        assertThat(queues.hasWriters()).isFalse();
    }

    @Test
    void aHolderLeavesTheQueueWithAllItsWaits() {
        Waiter again = new Named(one.worker());
        queues.addHolder(one);
        queues.addHolder(two);
        queues.addHolder(again);
        HandOver next = new HandOver(CoherenceMessage.acquireRequest(1, 3, -1, false, new int[0]), 2);
        assertThat(queues.removeFirstHolder()).isSameAs(one);
        next.held();
        assertThat(queues.removeHoldersOf(one.worker(), next)).containsExactly(again);
        assertThat(next.isDue()).as("it asked behind the next rank").isFalse();
        assertThat(queues.isHolder(two)).isTrue();
        assertThat(queues.removeHoldersOf(two.worker(), next)).containsExactly(two);
        assertThat(next.isDue()).isTrue();
        assertThat(queues.hasHolders()).isFalse();
        assertThat(queues.isEmpty()).isTrue();
    }

    @Test
    void readsOfOtherRanksAreServedInTheirOrder() {
        RemoteRead asked = new RemoteRead(1, 4, 2, false, true, null, CoherenceMessage.Room.NONE);
        RemoteRead unasked = RemoteRead.unasked(2);
        queues.addRemoteRead(asked);
        queues.addRemoteRead(unasked);
        assertThat(queues.isEmpty()).isFalse();
        Iterator<RemoteRead> reads = queues.remoteReads();
        assertThat(reads.next()).isSameAs(asked);
        reads.remove();
        assertThat(reads.next()).isSameAs(unasked);
        assertThat(unasked.isAsked()).isFalse();
        assertThat(asked.isAsked()).isTrue();
        reads.remove();
        assertThat(queues.hasRemoteReads()).isFalse();
    }
}
