package jdsm.sync;

import java.util.List;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;

/** Any bytes in place of the values of a collective call. */
class ValuesFuzzTest {
    private static final int RANKS = 3;
    private static final int THREADS = 2;

    private static Values values(int rank) {
        Values values = new Values(rank, RANKS, THREADS, "sum(double)");
        values.put(0, new byte[] {1});
        values.put(1, new byte[rank]);
        return values;
    }

    @Test
    void anyBytes() throws InterruptedException {
        Values both = values(1);
        both.add(values(2).encode(new byte[0]));
        List<byte[]> corpus = List.of(values(1).encode(new byte[3]), both.encode(new byte[0]));
        Fuzzer.run(FuzzTarget.of("barrier: values", corpus, ValuesFuzzTest::heard, IllegalArgumentException.class));
    }

    /** As the barrier does. */
    private static void heard(byte[] input) {
        Values.check(input, RANKS, THREADS);
        Values mine = values(0);
        Values.callOf(input);
        if (mine.isOfSameCall(input)) {
            mine.add(input);
            mine.isComplete();
        }
    }
}
