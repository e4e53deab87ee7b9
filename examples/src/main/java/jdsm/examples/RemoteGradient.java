package jdsm.examples;

import java.util.Locale;
import jdsm.remote.Remote;
import picocli.CommandLine.Option;

/**
 * Solves a sparse system of equations by conjugate gradients. The matrix, in compressed rows, and the vectors are marked {@code
 * @Remote}. For {@code jdsm memory}; without it the arrays are Java's.
 */
public final class RemoteGradient {
    /** The distances from the diagonal at which a row has elements. */
    private static final int[] DISTANCES = {-1000, -31, -1, 0, 1, 31, 1000};

    private static final double DIAGONAL = 7;

    private static @Remote double[] value;
    private static @Remote int[] column;
    private static @Remote int[] begin;
    private static @Remote double[] x;
    private static @Remote double[] r;
    private static @Remote double[] d;
    private static @Remote double[] q;

    static final class Arguments {
        @Option(names = "-n")
        int n = 100_000;

        @Option(names = "--reps")
        int reps = 25;
    }

    private RemoteGradient() {}

    public static void main(String[] args) {
        Arguments arguments = Sequential.parse(new Arguments(), "RemoteGradient", args);
        int n = arguments.n;
        matrix(n);
        x = new double[n];
        r = new double[n];
        d = new double[n];
        q = new double[n];
        for (int i = 0; i < n; i++) {
            r[i] = 1 + i % 3;
            d[i] = r[i];
        }
        long start = System.nanoTime();
        double before = dot(r, r);
        double rho = before;
        for (int rep = 0; rep < arguments.reps; rep++) {
            multiply(d, q, n);
            double alpha = rho / dot(d, q);
            add(x, d, alpha);
            add(r, q, -alpha);
            double next = dot(r, r);
            double beta = next / rho;
            rho = next;
            for (int i = 0; i < n; i++) {
                d[i] = r[i] + beta * d[i];
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        multiply(x, q, n);
        double worst = 0;
        for (int i = 0; i < n; i++) {
            worst = Math.max(worst, Math.abs(q[i] - (1 + i % 3)));
        }
        Sequential.report(
                String.format(
                        Locale.ROOT,
                        "RemoteGradient n=%d reps=%d rho=%a worst=%.1e seconds=%.3f",
                        n,
                        arguments.reps,
                        rho,
                        worst,
                        seconds),
                rho < 1e-3 * before && worst < 0.1);
    }

    private static void matrix(int n) {
        value = new double[n * DISTANCES.length];
        column = new int[n * DISTANCES.length];
        begin = new int[n + 1];
        int at = 0;
        for (int i = 0; i < n; i++) {
            for (int distance : DISTANCES) {
                int j = i + distance;
                if (j >= 0 && j < n) {
                    value[at] = distance == 0 ? DIAGONAL : -1;
                    column[at++] = j;
                }
            }
            begin[i + 1] = at;
        }
    }

    private static void multiply(double[] from, double[] to, int n) {
        for (int i = 0; i < n; i++) {
            double sum = 0;
            int end = begin[i + 1];
            for (int k = begin[i]; k < end; k++) {
                sum += value[k] * from[column[k]];
            }
            to[i] = sum;
        }
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    private static void add(double[] to, double[] from, double factor) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * from[i];
        }
    }
}
