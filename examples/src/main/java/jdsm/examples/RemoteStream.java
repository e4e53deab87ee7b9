package jdsm.examples;

import java.util.Locale;
import jdsm.remote.Remote;
import picocli.CommandLine.Option;

/**
 * The kernels of McCalpin's STREAM as anybody writes them for Java arrays; the arrays are marked {@code @Remote}, and nothing else
 * speaks of remote memory. For {@code jdsm memory}; without it the arrays are Java's.
 */
public final class RemoteStream {
    private static final double SCALAR = 3;
    private static final String[] NAMES = {"COPY", "SCALE", "ADD", "TRIAD"};
    private static final int[] ARRAYS_MOVED = {2, 2, 3, 3};

    static @Remote double[] a;
    static @Remote double[] b;
    static @Remote double[] c;

    static final class Arguments {
        @Option(names = "-n")
        int n = 4 << 20;

        @Option(names = "--reps")
        int reps = 10;
    }

    private RemoteStream() {}

    public static void main(String[] args) {
        Arguments arguments = Sequential.parse(new Arguments(), "RemoteStream", args);
        int n = arguments.n;
        a = new double[n];
        b = new double[n];
        c = new double[n];
        for (int i = 0; i < n; i++) {
            a[i] = 1;
            b[i] = 2;
        }
        double[] best = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
        double[] right = {1, 2, 0};
        for (int rep = 0; rep < arguments.reps; rep++) {
            long[] times = {System.nanoTime(), 0, 0, 0, 0};
            copy(n);
            times[1] = System.nanoTime();
            scale(n);
            times[2] = System.nanoTime();
            add(n);
            times[3] = System.nanoTime();
            triad(n);
            times[4] = System.nanoTime();
            for (int i = 0; i < best.length && (rep > 0 || arguments.reps == 1); i++) {
                best[i] = Math.min(best[i], (times[i + 1] - times[i]) / 1e9);
            }
            right[2] = right[0];
            right[1] = SCALAR * right[2];
            right[2] = right[0] + right[1];
            right[0] = right[1] + SCALAR * right[2];
        }
        StringBuilder line = new StringBuilder("RemoteStream n=" + n + " reps=" + arguments.reps);
        for (int i = 0; i < best.length; i++) {
            double bytes = (double) Double.BYTES * ARRAYS_MOVED[i] * n;
            line.append(String.format(Locale.ROOT, " %s=%.5f s %.0f MB/s", NAMES[i], best[i], bytes / best[i] / 1e6));
        }
        Sequential.report(line.toString(), have(a, right[0]) && have(b, right[1]) && have(c, right[2]));
    }

    private static void copy(int n) {
        for (int i = 0; i < n; i++) {
            c[i] = a[i];
        }
    }

    private static void scale(int n) {
        for (int i = 0; i < n; i++) {
            b[i] = SCALAR * c[i];
        }
    }

    private static void add(int n) {
        for (int i = 0; i < n; i++) {
            c[i] = a[i] + b[i];
        }
    }

    private static void triad(int n) {
        for (int i = 0; i < n; i++) {
            a[i] = b[i] + SCALAR * c[i];
        }
    }

    private static boolean have(double[] array, double value) {
        for (double each : array) {
            if (each != value) {
                return false;
            }
        }
        return true;
    }
}
