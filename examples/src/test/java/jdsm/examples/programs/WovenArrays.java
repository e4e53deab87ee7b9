package jdsm.examples.programs;

import java.util.Arrays;

/** Loops of odd kinds over arrays of all types, whose neighbouring elements are written by different ranks. */
public final class WovenArrays extends CheckedProgram {
    private static final int LENGTH = 97;

    private int[] ints;
    private int[] alias;
    private int[] order;
    private long[] longs;
    private double[] doubles;
    private float[] floats;
    private short[] shorts;
    private byte[] bytes;
    private char[] chars;
    private boolean[] booleans;
    private double[][] source;
    private double[][] target;
    private int[][] ragged;
    private int[] large;
    private int at;

    @Override
    void prepare() {
        ints = new int[LENGTH];
        alias = ints;
        order = new int[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            order[i] = 37 * i % LENGTH;
        }
        longs = new long[LENGTH];
        doubles = new double[LENGTH];
        floats = new float[LENGTH];
        shorts = new short[LENGTH];
        bytes = new byte[LENGTH];
        chars = new char[LENGTH];
        booleans = new boolean[LENGTH];
        source = new double[20][20];
        target = new double[20][20];
        ragged = new int[12][];
        for (int i = 0; i < ragged.length; i++) {
            ragged[i] = i % 5 == 4 ? null : new int[i];
        }
        large = new int[100_000];
    }

    @Override
    void compute() {
        oddLoops();
        allTypes();
        relaxation();
        if (isMine(1)) {
            raggedRows();
        }
        barrier();
        found("ragged", Arrays.deepHashCode(ragged));
        for (int i = large.length - 1 - worker(); i >= 0; i -= workers()) {
            large[i] += i;
        }
        barrier();
        found("large", Arrays.hashCode(large));
        if (isMine(0)) {
            replaced();
        }
        barrier();
        found(
                "replaced",
                Arrays.hashCode(ints),
                Arrays.hashCode(alias),
                at,
                Arrays.stream(ints, 5, 90).sum());
    }

    private void oddLoops() {
        for (int i = LENGTH - 1 - worker(); i >= 0; i -= workers()) {
            ints[i] = i * i;
        }
        barrier();
        for (int i = 3 * worker(); i < LENGTH; i += 3 * workers()) {
            ints[i] += 5;
            if (i + 1 < LENGTH) {
                ints[i + 1]--;
            }
        }
        barrier();
        for (int i = worker(); i < LENGTH; i += workers()) {
            ints[order[i]] ^= i;
        }
        barrier();
        if (isMine(2)) {
            for (int i = 0; i * i < LENGTH; i++) {
                ints[i * i] += 1000;
            }
            int low = 0;
            int high = LENGTH;
            while (low < --high) {
                int moved = ints[low];
                ints[low++] = ints[high];
                ints[high] = moved;
            }
            for (int i = Integer.MAX_VALUE - 2; i > 0; i++) {
                ints[i & 63]++;
            }
        }
        barrier();
        found("loops", Arrays.hashCode(alias));
    }

    private void allTypes() {
        for (int round = 0; round < 2; round++) {
            for (int i = worker(); i < LENGTH; i += workers()) {
                longs[i] += 1L << i % 63;
                doubles[i] -= 1.0 / (i + round);
                floats[i] += i % 10 == 0 ? Float.NaN : 0.5f * i;
                shorts[i] += (short) (1001 * i);
                bytes[i] ^= (byte) (7 * i + round);
                chars[i]++;
                booleans[i] ^= i % 3 == round;
            }
            barrier();
        }
        found(
                "types",
                Arrays.hashCode(longs),
                Arrays.hashCode(doubles),
                Arrays.hashCode(floats),
                Arrays.hashCode(shorts),
                Arrays.hashCode(bytes),
                Arrays.hashCode(chars),
                Arrays.hashCode(booleans));
    }

    /** One worker swaps the grids for all. */
    private void relaxation() {
        for (int i = 0; i < source.length; i++) {
            for (int j = 0; isMine(i) && j < source[i].length; j++) {
                source[i][j] = (31 * i + 17 * j) % 23;
                target[i][j] = source[i][j];
            }
        }
        barrier();
        for (int iteration = 0; iteration < 5; iteration++) {
            for (int i = 1 + worker(); i < source.length - 1; i += workers()) {
                for (int j = 1; j < source[i].length - 1; j++) {
                    target[i][j] = (source[i - 1][j] + source[i + 1][j] + source[i][j - 1] + source[i][j + 1]) / 4;
                }
            }
            barrier();
            if (isMine(iteration)) {
                double[][] old = source;
                source = target;
                target = old;
            }
            barrier();
        }
        found("relaxation", Arrays.deepHashCode(source));
    }

    private void raggedRows() {
        rows:
        for (int i = 0; i < ragged.length; i++) {
            if (ragged[i] == null) {
                continue;
            }
            for (int j = 0; j < 20; j++) {
                if (j >= ragged[i].length) {
                    if (i > 9) {
                        break rows;
                    }
                    continue rows;
                }
                ragged[i][j] += i * j + 1;
            }
        }
        ragged[0] = ragged[3];
        ragged[1] = ragged[2].clone();
    }

    /** The field changes in the loop that goes through it; and is the loop's counter. */
    private void replaced() {
        for (at = 0; at < ints.length && at < 120; at++) {
            if (at == 50) {
                int[] longer = new int[2 * LENGTH];
                System.arraycopy(ints, 0, longer, 3, LENGTH);
                ints = longer;
            }
            ints[at] += 3;
        }
        System.arraycopy(ints, 0, ints, 10, 100);
        Arrays.sort(ints, 20, 70);
        Arrays.fill(ints, 150, 160, -4);
    }
}
