package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import jdsm.Consistency;
import jdsm.SPMD;
import jdsm.coherence.Notices;
import jdsm.coherence.Releases;
import jdsm.directory.Directory;
import jdsm.node.TestJob;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the runtime keeps does not grow with the length of a program. For millions of each: {@code jdsm.bench.growth.Growth}. */
class GrowthTest {
    private static final int BARRIERS = 2_000;
    private static final int HAND_OVERS = 3_000;
    private static final int LOOKS = 10;

    @ParameterizedTest
    @EnumSource
    void whatIsKeptIsBounded(Consistency consistency) {
        assertThat(TestJob.run(consistency, Long.class, 2, 1).ok().out()).hasSize(2 * 2 * LOOKS);
    }

    /** What a rank keeps, as its service loop sees it. */
    record Kept(int notices, int dirtyUnits, int changedUnits, int units) {}

    /** Many barriers with dirty units, then many hand-overs of a lock without any barrier. */
    public static final class Long extends SPMD {
        private static final int UNITS = 12;
        private final int[] data = new int[4 * UNITS];
        private final long[] turn = new long[1];

        @Override
        public void initialize() {
            pool.register(data, 4);
            pool.register(turn);
        }

        @Override
        public void start() throws Exception {
            for (int round = 0; round < BARRIERS; round++) {
                for (int i = rank(); i < data.length; i += 2) {
                    pool.ensureWritable(data, i);
                    data[i]++;
                }
                barrier();
                look(round, BARRIERS);
            }
            for (int round = 0; round < HAND_OVERS; round++) {
                handOver(round);
                look(round, HAND_OVERS);
            }
            barrier();
            pool.ensureReadable(data, 0, data.length);
            if (data[0] != BARRIERS + HAND_OVERS) {
                throw new AssertionError("data[0] is " + data[0]);
            }
        }

        /** The rank whose turn it is writes under the lock: it changes hands each time. */
        private void handOver(int round) {
            boolean done = false;
            while (!done) {
                pool.lock(turn);
                pool.ensureWritable(turn);
                if (turn[0] == 2L * round + rank()) {
                    pool.ensureWritable(data, 0, data.length);
                    for (int i = rank(); i < data.length; i += 2) {
                        data[i]++;
                    }
                    turn[0]++;
                    done = true;
                }
                pool.unlock(turn);
            }
        }

        private void look(int round, int rounds) throws Exception {
            if (round % (rounds / LOOKS) != 0) {
                return;
            }
            Kept kept = kept();
            // Notices are thinned out at 256 of a rank; there are no more units than were registered, and their locks.
            boolean bounded = kept.notices() <= 2 * 256
                    && kept.dirtyUnits() <= UNITS + 1
                    && kept.changedUnits() <= UNITS + 1
                    && kept.units() == UNITS + 1;
            if (!bounded) {
                throw new AssertionError("in round " + round + " of " + rounds + ": " + kept);
            }
            report(kept.toString());
        }

        private Kept kept() throws Exception {
            Object service = value(pool, "service");
            Kept[] kept = new Kept[1];
            CountDownLatch looked = new CountDownLatch(1);
            comm.execute(() -> {
                kept[0] = new Kept(
                        ((Notices) value(service, "notices")).kept(),
                        ((Releases) value(service, "releases")).dirtyUnits(),
                        ((Collection<?>) value(service, "changed")).size(),
                        ((Directory) value(service, "directory")).units());
                looked.countDown();
            });
            looked.await();
            return kept[0];
        }

        /** Nothing but this test wants to see these. */
        private static Object value(Object of, String field) {
            try {
                Field one = of.getClass().getDeclaredField(field);
                one.setAccessible(true);
                return one.get(of);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }
}
