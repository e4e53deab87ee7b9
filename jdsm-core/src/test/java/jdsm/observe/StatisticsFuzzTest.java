package jdsm.observe;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import jdsm.comm.CommStatistics;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;

/** Any bytes in place of a rank's statistics. */
class StatisticsFuzzTest {
    @Test
    void anyBytes() throws InterruptedException {
        long[] counts = new long[CommStatistics.KINDS];
        Sections sections = new Sections(
                2, new Counters(), () -> new CommStatistics(counts, counts, counts, counts), System::nanoTime);
        byte[] plain = sections.statistics(1);
        sections.begin("one");
        sections.begin("two");
        sections.end();
        Fuzzer.run(FuzzTarget.of(
                        "statistics",
                        List.of(plain, sections.statistics(1)),
                        input -> new StatisticsFile().add(ByteBuffer.wrap(input)),
                        UncheckedIOException.class)
                .allocating(512 << 10, 64)); // room for a text of the longest length, before it is read
    }
}
