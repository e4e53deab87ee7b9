package jdsm.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import jdsm.comm.CommStatistics;
import jdsm.observe.Counters.Counter;
import org.junit.jupiter.api.Test;

class SectionsTest {
    private static final int WORKERS = 2;
    private static final int KIND = 7;

    private final Counters counters = new Counters();
    private final long[] sent = new long[CommStatistics.KINDS];
    private long nanos;
    private final Sections sections = new Sections(WORKERS, counters, this::comm, () -> nanos);

    private CommStatistics comm() {
        long[] none = new long[CommStatistics.KINDS];
        return new CommStatistics(sent.clone(), none, none, none);
    }

    private void happens(long fetches, long time) {
        counters.add(Counter.FETCHES, fetches);
        sent[KIND] += 2 * fetches;
        nanos += time;
    }

    private static long count(Counts counts, Counter counter) {
        return counts.counters()[counter.ordinal()];
    }

    @Test
    void eachHasWhatWasCountedInIt() {
        happens(100, 1000);
        sections.begin("first");
        happens(3, 40);
        sections.begin("second");
        happens(5, 60);
        sections.end();
        happens(100, 1000);
        Map<String, Counts> all = sections.all();
        assertThat(all).containsOnlyKeys("first", "second");
        assertThat(count(all.get("first"), Counter.FETCHES)).isEqualTo(3);
        assertThat(count(all.get("first"), Counter.START_NANOS)).isEqualTo(40 * WORKERS);
        assertThat(count(all.get("second"), Counter.FETCHES)).isEqualTo(5);
        assertThat(count(all.get("second"), Counter.START_NANOS)).isEqualTo(60 * WORKERS);
        assertThat(all.get("second").comm().messagesSent()[KIND]).isEqualTo(10);
    }

    @Test
    void aNameThatComesAgainAddsUp() {
        for (int i = 0; i < 3; i++) {
            sections.begin("compute");
            happens(1, 10);
            sections.begin("exchange");
            happens(2, 20);
        }
        sections.end();
        assertThat(sections.all().keySet()).containsExactly("compute", "exchange");
        assertThat(count(sections.all().get("compute"), Counter.FETCHES)).isEqualTo(3);
        assertThat(count(sections.all().get("exchange"), Counter.START_NANOS)).isEqualTo(60 * WORKERS);
    }

    @Test
    void theyTravelToAnotherRank() {
        sections.begin("überall");
        happens(3, 40);
        sections.end();
        RankStatistics mine = RankStatistics.of(1, counters, comm(), sections);
        RankStatistics there = RankStatistics.ofBytes(ByteBuffer.wrap(mine.toBytes()));
        assertThat(there.rank()).isEqualTo(1);
        assertThat(there.counts().counters()).isEqualTo(mine.counts().counters());
        assertThat(there.sections()).containsOnlyKeys("überall");
        assertThat(there.sections().get("überall").comm().messagesSent()[KIND]).isEqualTo(6);
    }

    @Test
    void namesAreLimited() {
        assertThatThrownBy(() -> sections.begin("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sections.begin("x".repeat(Sections.LONGEST + 1)))
                .isInstanceOf(IllegalArgumentException.class);
        for (int i = 0; i < Sections.MOST; i++) {
            sections.begin("section " + i);
        }
        sections.begin("section 0");
        assertThatThrownBy(() -> sections.begin("one more"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("use a name again");
    }
}
