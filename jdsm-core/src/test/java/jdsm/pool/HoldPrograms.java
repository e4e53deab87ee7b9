package jdsm.pool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jdsm.DsmFuture;

/** Programs of exclusive holds and of updates, for every protocol; see {@link CoherenceProgram}. */
final class HoldPrograms {
    private HoldPrograms() {}

    /** Workers count up shared counters of many kinds, each round with the exclusive right. */
    public static final class Count extends CoherenceProgram {
        static final class Box {
            int value;
            String text = "0";
            List<Integer> history = new ArrayList<>();
        }

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
        void work() {
            int more = (rounds + 9) / 10;
            for (int round = 0; round < rounds; round++) {
                pool.acquire(whole);
                whole[round % 3]++;
                pool.release(whole);
                int at = (round + worker()) % blocks.length;
                pool.acquire(blocks, at);
                blocks[at]++;
                pool.release(blocks, at);
            }
            for (int round = 0; round < more; round++) {
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
            int total = workers() * rounds;
            require(IntStream.of(whole).sum() == total, "whole", "");
            require(java.util.stream.LongStream.of(blocks).sum() == total, "blocks", "");
            require(box.value == workers() * more && box.text.equals("" + box.value), "box", "");
            require(box.history.size() == box.value && box.history.get(box.value - 1) == box.value, "history", "");
            require(map.equals(Map.of("rounds", workers() * more)), "map", "");
            require(names[3].length() == workers() * more, "names", "");
        }
    }

    /** The workers write one array in turn; none ever sees another's turn half done, and each turn is one move. */
    public static final class Turns extends CoherenceProgram {
        private final double[] ball = new double[4096];

        @Override
        public void initialize() {
            pool.register(ball);
        }

        @Override
        void work() {
            int turn = worker();
            while (turn < rounds) {
                pool.acquire(ball);
                if (ball[0] == turn) {
                    for (double value : ball) {
                        if (value != turn) {
                            throw new AssertionError("turn " + turn + " is " + value);
                        }
                    }
                    java.util.Arrays.fill(ball, turn + 1);
                    turn += workers();
                }
                pool.release(ball);
            }
        }
    }

    /** One writer; the others read between barriers, by every form of update. */
    public static final class Broadcast extends CoherenceProgram {
        private final float[] data = new float[1000];

        @Override
        public void initialize() {
            pool.register(data, 64);
        }

        @Override
        void work() {
            for (int round = 1; round <= rounds; round++) {
                if (worker() == round % workers()) {
                    pool.of(data, 0, data.length).acquire();
                    java.util.Arrays.fill(data, round);
                    pool.of(data, 0, data.length).release();
                }
                DsmFuture early = pool.of(data, 100, 300).updateAsync();
                barrier();
                early.touch();
                expect(100, 300, round);
                switch (round % 3) {
                    case 0 -> pool.update(data);
                    case 1 -> pool.of(data, 0, data.length).update();
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

    /** Exclusive rights on the way: ranges that overlap, rights that are held already, futures touched late or twice. */
    public static final class Overlap extends CoherenceProgram {
        private final long[] cells = new long[24];

        @Override
        public void initialize() {
            pool.register(cells, 4);
        }

        @Override
        void work() {
            for (int round = 0; round < rounds; round++) {
                int from = (worker() * 5 + round) % 12;
                DsmFuture range = pool.of(cells, from, from + 12).acquireAsync();
                DsmFuture again = pool.acquireAsync(cells, from);
                range.touch();
                range.touch();
                for (int i = from; i < from + 12; i++) {
                    cells[i]++;
                }
                again.touch();
                pool.acquire(cells, from + 4);
                pool.release(cells, from + 4);
                pool.of(cells, from, from + 12).update();
                pool.of(cells, from, from + 12).release();
                cells[from]++;
                pool.release(cells, from);
            }
            barrier();
            pool.update(cells);
            long sum = java.util.stream.LongStream.of(cells).sum();
            if (sum != workers() * 13L * rounds) {
                throw new AssertionError("sum " + sum);
            }
        }
    }

    /** Every element type, whole and in blocks. */
    public static final class Types extends CoherenceProgram {
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
        void work() {
            if (worker() == workers() - 1) {
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
}
