package jdsm.examples;

/** A vector in space for each of n particles, by component. */
final class Vectors {
    final double[] x;
    final double[] y;
    final double[] z;

    Vectors(int n) {
        x = new double[n];
        y = new double[n];
        z = new double[n];
    }

    /** Makes all vectors 0. */
    void clear() {
        java.util.Arrays.fill(x, 0);
        java.util.Arrays.fill(y, 0);
        java.util.Arrays.fill(z, 0);
    }

    /** Adds the vectors {@code from} to {@code to - 1} of others. */
    void add(Vectors others, int from, int to) {
        add(x, others.x, from, to);
        add(y, others.y, from, to);
        add(z, others.z, from, to);
    }

    private static void add(double[] target, double[] source, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] += source[i];
        }
    }
}
