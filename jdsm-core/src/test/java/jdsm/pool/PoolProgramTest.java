package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolProgramTest {
    /** Shapes that {@link CoherenceContract} has not. */
    @ParameterizedTest
    @CsvSource({"1,1,20", "1,2,200", "3,3,30", "8,1,20"})
    void nothingIsLostWhereRanksAreMoreThanProcessors(int ranks, int threads, int rounds) {
        for (Protocol consistency : Protocol.values()) {
            String text = Integer.toString(rounds);
            assertThat(TestJob.run(consistency, HoldPrograms.Count.class, ranks, threads, text)
                            .ok()
                            .out())
                    .as(consistency.label())
                    .hasSize(ranks * threads);
        }
    }

    @Test
    void twoRanksInTurnForLong() {
        TestJob.run(HoldPrograms.Turns.class, 2, 1, "500").ok();
    }

    @ParameterizedTest
    @CsvSource({"1,3", "4,2"})
    void overlappingRangesNeitherBlockNorLose(int ranks, int threads) {
        TestJob.run(HoldPrograms.Overlap.class, ranks, threads, "50").ok();
    }

    /** A rank computes, in no call of the runtime, until another has got what it owns. */
    public static final class Busy extends SPMD {
        private final int[] data = {0};
        private final int[] answer = {0};

        @Override
        public void initialize() {
            pool.register(data);
            pool.register(answer);
        }

        @Override
        public void start() {
            if (rank() == 0) {
                pool.acquire(data);
                data[0] = 7;
                pool.release(data);
                barrier();
                // No call of the pool: the answer can only be there because the service loop works meanwhile.
                java.nio.ByteBuffer none = java.nio.ByteBuffer.allocate(0);
                while (comm.probe(1) == null) {
                    Thread.onSpinWait();
                }
                comm.receive(1, none);
            } else {
                barrier();
                pool.update(data);
                if (data[0] != 7) {
                    throw new AssertionError("" + data[0]);
                }
                comm.send(0, java.nio.ByteBuffer.allocate(0));
            }
        }
    }

    @Test
    void ownersAnswerWhileTheyCompute() {
        TestJob.run(Busy.class, 2, 1).ok();
    }

    /** Does one thing wrong, as its argument says. */
    public static final class Misuse extends SPMD {
        private final int[] array = new int[10];
        private final Object plain = new int[][] {{1}};

        @Override
        public void initialize() {
            switch (args()[0]) {
                case "twice" -> {
                    pool.register(array);
                    pool.register(array);
                }
                case "early" -> {
                    pool.register(array);
                    pool.acquire(array);
                }
                case "blocks" -> pool.register(array, 0);
                case "text" -> pool.register("text");
                default -> pool.register(array, 4);
            }
        }

        @Override
        public void start() {
            switch (args()[0]) {
                case "late" -> pool.register(new int[1]);
                case "unknown" -> pool.acquire(plain);
                case "release" -> pool.release(array, 5);
                case "index" -> pool.update(array, 10);
                case "range" -> pool.of(array, 3, 11).acquire();
                case "null" -> pool.update(null);
                case "keep" -> pool.acquire(array, 5);
                default -> throw new IllegalStateException(args()[0]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    twice   | initialize() threw java.lang.IllegalStateException: registered already: int[10] (key 0)
                    early   | before all ranks have run initialize()
                    blocks  | block length 0
                    text    | java.lang.String cannot be shared by itself
                    late    | register is allowed in initialize() only
                    unknown | not registered: an object of int[][]; register it in initialize()
                    release | release without acquire: int[10] in blocks of 4 (key 0), block 1
                    index   | index 10 of int[10] in blocks of 4 (key 0)
                    range   | range 3 to 11 of int[10]
                    null    | a shared object that is null
                    keep    | acquire without release: int[10] in blocks of 4 (key 0) is held at the end of start()
                    """)
    void misuseIsNamed(String what, String message) {
        TestJob.Result result = TestJob.run(Misuse.class, 2, 1, what);
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errors()).contains(message);
    }
}
