package jdsm.examples;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Locale;
import jdsm.remote.PageLoop;
import jdsm.remote.RemoteDoubles;
import jdsm.remote.RemoteSpace;
import picocli.CommandLine.Option;

/**
 * The kernels COPY, SCALE, ADD and TRIAD of McCalpin's STREAM on remote arrays, in loops over pages. {@code --plain} runs
 * them on Java arrays, {@code --by-element} on remote arrays without loops over pages. The best of the repetitions but the
 * first counts. For {@code jdsm memory}.
 */
public final class Stream {
    private static final double SCALAR = 3;
    private static final String[] NAMES = {"COPY", "SCALE", "ADD", "TRIAD"};
    private static final int[] ARRAYS_MOVED = {2, 2, 3, 3};

    static final class Arguments {
        @Option(names = "-n")
        int n = 4 << 20;

        @Option(names = "--reps")
        int reps = 10;

        @Option(names = "--plain")
        boolean plain;

        @Option(names = "--by-element")
        boolean byElement;
    }

    /** The four kernels on arrays of some sort. */
    private interface Kernels {
        void initialize();

        void copy();

        void scale();

        void add();

        void triad();

        /** Whether all elements of the three arrays have these values. */
        boolean have(double a, double b, double c);
    }

    private Stream() {}

    public static void main(String[] args) {
        Arguments arguments = Sequential.parse(new Arguments(), "Stream", args);
        Kernels kernels = arguments.plain
                ? new Plain(arguments.n)
                : arguments.byElement ? new ByElement(arguments.n) : new ByPage(arguments.n);
        kernels.initialize();
        double[] best = new double[NAMES.length];
        Arrays.fill(best, Double.MAX_VALUE);
        double a = 1;
        double b = 2;
        double c = 0;
        for (int rep = 0; rep < arguments.reps; rep++) {
            long[] times = {System.nanoTime(), 0, 0, 0, 0};
            kernels.copy();
            times[1] = System.nanoTime();
            kernels.scale();
            times[2] = System.nanoTime();
            kernels.add();
            times[3] = System.nanoTime();
            kernels.triad();
            times[4] = System.nanoTime();
            for (int i = 0; i < best.length && (rep > 0 || arguments.reps == 1); i++) {
                best[i] = Math.min(best[i], (times[i + 1] - times[i]) / 1e9);
            }
            c = a;
            b = SCALAR * c;
            c = a + b;
            a = b + SCALAR * c;
        }
        StringBuilder line = new StringBuilder("Stream n=" + arguments.n + " reps=" + arguments.reps);
        for (int i = 0; i < best.length; i++) {
            double bytes = (double) Double.BYTES * ARRAYS_MOVED[i] * arguments.n;
            line.append(String.format(Locale.ROOT, " %s=%.5f s %.0f MB/s", NAMES[i], best[i], bytes / best[i] / 1e6));
        }
        Sequential.report(line.toString(), kernels.have(a, b, c));
    }

    /** Java arrays. */
    private static final class Plain implements Kernels {
        private final double[] a;
        private final double[] b;
        private final double[] c;

        Plain(int n) {
            a = new double[n];
            b = new double[n];
            c = new double[n];
        }

        @Override
        public void initialize() {
            Arrays.fill(a, 1);
            Arrays.fill(b, 2);
            Arrays.fill(c, 0);
        }

        @Override
        public void copy() {
            copy(a, c);
        }

        private static void copy(double[] from, double[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = from[i];
            }
        }

        @Override
        public void scale() {
            scale(c, b);
        }

        private static void scale(double[] from, double[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = SCALAR * from[i];
            }
        }

        @Override
        public void add() {
            add(a, b, c);
        }

        private static void add(double[] x, double[] y, double[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = x[i] + y[i];
            }
        }

        @Override
        public void triad() {
            triad(b, c, a);
        }

        private static void triad(double[] x, double[] y, double[] to) {
            for (int i = 0; i < to.length; i++) {
                to[i] = x[i] + SCALAR * y[i];
            }
        }

        @Override
        public boolean have(double x, double y, double z) {
            return Arrays.stream(a).allMatch(value -> value == x)
                    && Arrays.stream(b).allMatch(value -> value == y)
                    && Arrays.stream(c).allMatch(value -> value == z);
        }
    }

    /** Remote arrays of one length. */
    private abstract static class Remote implements Kernels {
        final RemoteDoubles a;
        final RemoteDoubles b;
        final RemoteDoubles c;

        Remote(int n) {
            RemoteSpace space = RemoteSpace.current();
            a = space.doubles("a", n);
            b = space.doubles("b", n);
            c = space.doubles("c", n);
        }

        @Override
        public void initialize() {
            a.fill(1);
            b.fill(2);
            c.fill(0);
        }

        @Override
        public boolean have(double x, double y, double z) {
            for (long i = 0; i < a.length(); i++) {
                if (a.get(i) != x) {
                    return false;
                }
            }
            for (long i = 0; i < b.length(); i++) {
                if (b.get(i) != y) {
                    return false;
                }
            }
            for (long i = 0; i < c.length(); i++) {
                if (c.get(i) != z) {
                    return false;
                }
            }
            return true;
        }
    }

    /** In loops over pages. */
    private static final class ByPage extends Remote {
        ByPage(int n) {
            super(n);
        }

        @Override
        public void copy() {
            PageLoop.over(a.reading(), c.replacing()).run(part -> {
                DoubleBuffer from = part.doubles(0);
                DoubleBuffer to = part.doubles(1);
                int n = part.length();
                for (int i = 0; i < n; i++) {
                    to.put(i, from.get(i));
                }
            });
        }

        @Override
        public void scale() {
            PageLoop.over(c.reading(), b.replacing()).run(part -> {
                DoubleBuffer from = part.doubles(0);
                DoubleBuffer to = part.doubles(1);
                int n = part.length();
                for (int i = 0; i < n; i++) {
                    to.put(i, SCALAR * from.get(i));
                }
            });
        }

        @Override
        public void add() {
            PageLoop.over(a.reading(), b.reading(), c.replacing()).run(part -> {
                DoubleBuffer x = part.doubles(0);
                DoubleBuffer y = part.doubles(1);
                DoubleBuffer to = part.doubles(2);
                int n = part.length();
                for (int i = 0; i < n; i++) {
                    to.put(i, x.get(i) + y.get(i));
                }
            });
        }

        @Override
        public void triad() {
            PageLoop.over(b.reading(), c.reading(), a.replacing()).run(part -> {
                DoubleBuffer x = part.doubles(0);
                DoubleBuffer y = part.doubles(1);
                DoubleBuffer to = part.doubles(2);
                int n = part.length();
                for (int i = 0; i < n; i++) {
                    to.put(i, x.get(i) + SCALAR * y.get(i));
                }
            });
        }
    }

    /** Element by element. */
    private static final class ByElement extends Remote {
        ByElement(int n) {
            super(n);
        }

        @Override
        public void copy() {
            for (long i = 0; i < c.length(); i++) {
                c.set(i, a.get(i));
            }
        }

        @Override
        public void scale() {
            for (long i = 0; i < b.length(); i++) {
                b.set(i, SCALAR * c.get(i));
            }
        }

        @Override
        public void add() {
            for (long i = 0; i < c.length(); i++) {
                c.set(i, a.get(i) + b.get(i));
            }
        }

        @Override
        public void triad() {
            for (long i = 0; i < a.length(); i++) {
                a.set(i, b.get(i) + SCALAR * c.get(i));
            }
        }
    }
}
