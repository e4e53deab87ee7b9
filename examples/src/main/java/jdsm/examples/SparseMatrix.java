package jdsm.examples;

import java.util.SplittableRandom;

/** A sparse matrix in compressed rows: the elements of each row, with their columns, one row after the other. */
class SparseMatrix {
    /** For each row, the place of its first element; and behind the last row, the number of all elements. */
    private int[] start;

    private int[] column;
    private double[] value;

    /** @param start becomes part of the matrix, as the other arrays do */
    SparseMatrix(int[] start, int[] column, double[] value) {
        this.start = start;
        this.column = column;
        this.value = value;
    }

    /** A random square matrix. The elements of a row add up to about 1, so that products stay of one size. */
    static SparseMatrix random(int n, int elementsPerRow, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] start = new int[n + 1];
        for (int i = 0; i < n; i++) {
            start[i + 1] = start[i] + random.nextInt(1, 2 * elementsPerRow);
        }
        int[] column = new int[start[n]];
        double[] value = new double[start[n]];
        for (int i = 0; i < n; i++) {
            for (int k = start[i]; k < start[i + 1]; k++) {
                column[k] = random.nextInt(n);
                value[k] = 2 * random.nextDouble() / (start[i + 1] - start[i]);
            }
        }
        return new SparseMatrix(start, column, value);
    }

    int elements() {
        return value.length;
    }

    /** Makes rows {@code from} to {@code to - 1} of y those of the product of this matrix and x. */
    void multiply(double[] x, double[] y, int from, int to) {
        for (int i = from; i < to; i++) {
            double sum = 0;
            for (int k = start[i]; k < start[i + 1]; k++) {
                sum += value[k] * x[column[k]];
            }
            y[i] = sum;
        }
    }
}
