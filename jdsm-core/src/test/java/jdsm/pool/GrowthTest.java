package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.coherence.Notices;
import jdsm.coherence.Releases;
import jdsm.directory.Directory;
import jdsm.node.TestJob;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the runtime keeps does not grow with the length of a program. For millions of each: {@code jdsm.bench.growth.Growth}. */
class GrowthTest {
    private static final int BARRIERS = 1_000;

    /** Of two hand-overs each. */
    private static final int ROUNDS = 500;

    private static final int LOOKS = 10;

    @ParameterizedTest
    @EnumSource
    void whatIsKeptIsBounded(Protocol consistency) {
        assertThat(TestJob.run(consistency, Longer.class, 2, 1).ok().out()).hasSize(2 * 2 * LOOKS);
    }

    /** What a rank keeps, as its service loop sees it. */
    record Kept(int notices, int dirtyUnits, int openReleases, int changedUnits, int units) {}

    /** Many barriers with dirty units, then many hand-overs of a lock without any barrier. */
    public static final class Longer extends SPMD {
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
                write(round);
                write(round + 5);
                barrier();
                look(round, BARRIERS, 2 * (UNITS + 1));
            }
            for (int round = 0; round < ROUNDS; round++) {
                handOver(round);
                look(round, ROUNDS, 2 * 256);
            }
            barrier();
            pool.of(data, 0, data.length).ensureReadable();
            int sum = IntStream.of(data).sum();
            if (sum != 2 * (2 * BARRIERS + ROUNDS)) {
                throw new AssertionError("sum " + sum);
            }
        }

        /** Both ranks write in one unit. */
        private void write(int round) {
            int at = 4 * (round % UNITS) + rank();
            pool.of(data, at).ensureWritable();
            data[at]++;
        }

        /** Under the lock, which the other rank has had since; an empty message says whose turn it is. */
        private void handOver(int round) {
            ByteBuffer baton = ByteBuffer.allocate(0);
            if (rank() == 1) {
                comm.receive(0, baton);
            }
            pool.of(turn).lock();
            pool.of(turn).ensureWritable();
            if (turn[0]++ != 2L * round + rank()) {
                throw new AssertionError("turn " + turn[0] + " in round " + round + " of rank " + rank());
            }
            write(round);
            pool.of(turn).unlock();
            comm.send(1 - rank(), baton);
            if (rank() == 0) {
                comm.receive(1, baton);
            }
        }

        /** @param notices that a rank may keep: each unit's newest of each rank; those that are not thinned out yet */
        private void look(int round, int rounds, int notices) throws Exception {
            if (round % (rounds / LOOKS) != 0) {
                return;
            }
            Kept kept = kept();
            boolean bounded = kept.notices() <= notices
                    && kept.dirtyUnits() <= UNITS + 1
                    && kept.openReleases() <= UNITS + 1
                    && kept.changedUnits() <= UNITS + 1
                    && kept.units() == UNITS + 1;
            if (!bounded) {
                throw new AssertionError("in round " + round + " of " + rounds + ": " + kept);
            }
            report(kept.toString());
        }

        private Kept kept() throws Exception {
            Object service = value(pool, "service");
            Object effects = value(value(service, "driver"), "effects");
            Kept[] kept = new Kept[1];
            CountDownLatch looked = new CountDownLatch(1);
            comm.execute(() -> {
                kept[0] = new Kept(
                        ((Notices) value(effects, "notices")).kept(),
                        ((Releases) value(effects, "releases")).dirtyUnits(),
                        ((Collection<?>) value(value(effects, "releases"), "open")).size(),
                        ((Collection<?>) value(effects, "changed")).size(),
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
