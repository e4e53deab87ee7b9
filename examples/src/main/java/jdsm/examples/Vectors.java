package jdsm.examples;

/** A vector in space for each of n particles, by component. */
public final class Vectors {
    final double[] x;
    final double[] y;
    final double[] z;

    /** Vectors of zeros. */
    public Vectors(int n) {
        x = new double[n];
        y = new double[n];
        z = new double[n];
    }

    /** Makes all vectors 0. */
    public void clear() {
        clear(0, x.length);
    }

    /** Makes vectors {@code from} to {@code to - 1} 0. */
    void clear(int from, int to) {
        java.util.Arrays.fill(x, from, to, 0);
        java.util.Arrays.fill(y, from, to, 0);
        java.util.Arrays.fill(z, from, to, 0);
    }

    /** Adds the vectors {@code from} to {@code to - 1} of others. */
    public void add(Vectors others, int from, int to) {
        add(x, others.x, from, to);
        add(y, others.y, from, to);
        add(z, others.z, from, to);
    }

    /** The components of vectors {@code from} to {@code to - 1}, for {@link #put}. */
    public double[][] get(int from, int to) {
        return new double[][] {
            java.util.Arrays.copyOfRange(x, from, to),
            java.util.Arrays.copyOfRange(y, from, to),
            java.util.Arrays.copyOfRange(z, from, to)
        };
    }

    /** Replaces vectors from {@code from} on. */
    public void put(double[][] components, int from) {
        System.arraycopy(components[0], 0, x, from, components[0].length);
        System.arraycopy(components[1], 0, y, from, components[1].length);
        System.arraycopy(components[2], 0, z, from, components[2].length);
    }

    /** Adds components from {@link #get} to the vectors from {@code from} on. */
    public void add(double[][] components, int from) {
        add(x, components[0], from);
        add(y, components[1], from);
        add(z, components[2], from);
    }

    private static void add(double[] target, double[] source, int from) {
        for (int i = 0; i < source.length; i++) {
            target[from + i] += source[i];
        }
    }

    private static void add(double[] target, double[] source, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] += source[i];
        }
    }
}
