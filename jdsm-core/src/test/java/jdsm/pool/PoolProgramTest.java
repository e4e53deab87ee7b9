package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jdsm.Consistency;
import jdsm.DsmFuture;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolProgramTest {
    /** Workers count up shared counters of many kinds, each round with the exclusive right. */
    public static final class Count extends SPMD {
        static final class Box {
            int value;
            String text = "0";
            List<Integer> history = new ArrayList<>();
        }

        private static final int ROUNDS = 200;
        private final int[] whole = new int[3];
        private final long[] blocks = new long[10];
        private final Box box = new Box();
        private final Map<String, Integer> map = new HashMap<>();
        private final String[] names = new String[4];

        @Override
        public void initialize() {
            pool.register(whole);
            pool.register(blocks, 3);
            pool.register(box);
            pool.register(map);
            pool.register(names, 2);
        }

        @Override
        public void start() {
            for (int round = 0; round < ROUNDS; round++) {
                pool.acquire(whole);
                whole[round % 3]++;
                pool.release(whole);
                int at = (round + worker()) % blocks.length;
                pool.acquire(blocks, at);
                blocks[at]++;
                pool.release(blocks, at);
            }
            for (int round = 0; round < 20; round++) {
                pool.acquire(box);
                box.value++;
                box.text = Integer.toString(box.value);
                box.history.add(box.value);
                pool.release(box);
                pool.acquire(map);
                map.merge("rounds", 1, Integer::sum);
                pool.release(map);
                pool.acquire(names, 3);
                names[3] = names[3] == null ? "x" : names[3] + "x";
                pool.release(names, 3);
            }
            barrier();
            pool.update(whole);
            pool.update(blocks);
            pool.update(box);
            pool.update(map);
            pool.update(names, 2);
            int total = workers() * ROUNDS;
            check(IntStream.of(whole).sum() == total, "whole");
            check(java.util.stream.LongStream.of(blocks).sum() == total, "blocks");
            check(box.value == workers() * 20 && box.text.equals("" + box.value), "box");
            check(box.history.size() == box.value && box.history.get(box.value - 1) == box.value, "history");
            check(map.equals(Map.of("rounds", workers() * 20)), "map");
            check(names[3].length() == workers() * 20, "names");
            report("ok");
        }

        private void check(boolean right, String what) {
            if (!right) {
                throw new AssertionError(what + " on worker " + worker());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "3,1", "4,1", "8,1", "1,2", "2,2", "3,3"})
    void nothingIsLost(int ranks, int threads) {
        for (Consistency consistency : Consistency.values()) {
            assertThat(TestJob.run(consistency, Count.class, ranks, threads)
                            .ok()
                            .out())
                    .as(consistency.label())
                    .hasSize(ranks * threads);
        }
    }

    /** Two ranks write one array in turn; neither ever sees the other's turn half done, and each turn is one move. */
    public static final class Turns extends SPMD {
        private static final int TURNS = 500;
        private final double[] ball = new double[4096];

        @Override
        public void initialize() {
            pool.register(ball);
        }

        @Override
        public void start() {
            int turn = rank();
            while (turn < TURNS) {
                pool.acquire(ball);
                if (ball[0] == turn) {
                    for (double value : ball) {
                        if (value != turn) {
                            throw new AssertionError("turn " + turn + " is " + value);
                        }
                    }
                    java.util.Arrays.fill(ball, turn + 1);
                    turn += ranks();
                }
                pool.release(ball);
            }
        }
    }

    @Test
    void twoRanksInTurn() {
        TestJob.run(Turns.class, 2, 1).ok();
    }

    /** One writer; the others read between barriers, by every form of update. */
    public static final class Broadcast extends SPMD {
        private final float[] data = new float[1000];

        @Override
        public void initialize() {
            pool.register(data, 64);
        }

        @Override
        public void start() {
            for (int round = 1; round <= 60; round++) {
                if (worker() == round % workers()) {
                    pool.acquire(data, 0, data.length);
                    java.util.Arrays.fill(data, round);
                    pool.release(data, 0, data.length);
                }
                DsmFuture early = pool.updateAsync(data, 100, 300);
                barrier();
                early.touch();
                expect(100, 300, round);
                switch (round % 3) {
                    case 0 -> pool.update(data);
                    case 1 -> pool.update(data, 0, data.length);
                    default -> pool.updateAsync(data).touch();
                }
                expect(0, data.length, round);
                barrier();
            }
        }

        private void expect(int from, int to, int round) {
            for (int i = from; i < to; i++) {
                if (data[i] != round) {
                    throw new AssertionError("data[" + i + "] is " + data[i] + " in round " + round);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "5,1", "2,2"})
    void readersSeeWhatWasReleasedBeforeTheBarrier(int ranks, int threads) {
        TestJob.run(Broadcast.class, ranks, threads).ok();
    }

    /** Exclusive rights on the way: ranges that overlap, rights that are held already, futures touched late or twice. */
    public static final class Overlap extends SPMD {
        private final long[] cells = new long[24];

        @Override
        public void initialize() {
            pool.register(cells, 4);
        }

        @Override
        public void start() {
            for (int round = 0; round < 100; round++) {
                int from = (worker() * 5 + round) % 12;
                DsmFuture range = pool.acquireAsync(cells, from, from + 12);
                DsmFuture again = pool.acquireAsync(cells, from);
                range.touch();
                range.touch();
                for (int i = from; i < from + 12; i++) {
                    cells[i]++;
                }
                again.touch();
                pool.acquire(cells, from + 4);
                pool.release(cells, from + 4);
                pool.update(cells, from, from + 12);
                pool.release(cells, from, from + 12);
                cells[from]++;
                pool.release(cells, from);
            }
            barrier();
            pool.update(cells);
            long sum = java.util.stream.LongStream.of(cells).sum();
            if (sum != workers() * 100L * 13) {
                throw new AssertionError("sum " + sum);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,3", "3,1", "4,2"})
    void overlappingRangesNeitherBlockNorLose(int ranks, int threads) {
        TestJob.run(Overlap.class, ranks, threads).ok();
    }

    /** Every element type, whole and in blocks. */
    public static final class Types extends SPMD {
        private final boolean[] z = new boolean[9];
        private final byte[] b = new byte[9];
        private final char[] c = new char[9];
        private final short[] s = new short[9];
        private final int[] i = new int[9];
        private final long[] j = new long[9];
        private final float[] f = new float[9];
        private final double[] d = new double[9];
        private final double[][] rows = new double[2][3];
        private final int[] empty = {};

        @Override
        public void initialize() {
            for (Object array : List.of(z, b, c, s)) {
                pool.register(array);
            }
            for (Object array : List.of(i, j, f, d)) {
                pool.register(array, 4);
            }
            pool.register(rows);
            pool.register(empty);
        }

        @Override
        public void start() {
            if (rank() == ranks() - 1) {
                for (Object array : List.of(z, b, c, s, i, j, f, d, rows, empty)) {
                    pool.acquire(array);
                }
                z[8] = true;
                b[8] = -1;
                c[8] = '\uffff';
                s[8] = Short.MIN_VALUE;
                i[8] = Integer.MIN_VALUE;
                j[8] = Long.MIN_VALUE;
                f[8] = Float.intBitsToFloat(0x7fc00001);
                d[8] = -0.0;
                rows[1][2] = 5;
                for (Object array : List.of(z, b, c, s, i, j, f, d, rows, empty)) {
                    pool.release(array);
                }
            }
            barrier();
            for (Object array : List.of(z, b, c, s, i, j, f, d, rows, empty)) {
                pool.update(array);
            }
            boolean right = z[8]
                    && b[8] == -1
                    && c[8] == '\uffff'
                    && s[8] == Short.MIN_VALUE
                    && i[8] == Integer.MIN_VALUE
                    && j[8] == Long.MIN_VALUE
                    && Float.floatToRawIntBits(f[8]) == 0x7fc00001
                    && Double.doubleToRawLongBits(d[8]) == Long.MIN_VALUE
                    && rows[1][2] == 5;
            if (!right) {
                throw new AssertionError("wrong on rank " + rank());
            }
        }
    }

    @Test
    void everyElementType() {
        TestJob.run(Types.class, 3, 1).ok();
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
                case "range" -> pool.acquire(array, 3, 11);
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
