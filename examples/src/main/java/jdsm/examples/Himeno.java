package jdsm.examples;

import java.util.Locale;
import jdsm.remote.Remote;
import picocli.CommandLine.Option;

/**
 * The kernel of the Himeno benchmark: Jacobi iterations of Poisson's equation with 19 points, over arrays of three dimensions that
 * are marked {@code @Remote}. Prints the last residual. For {@code jdsm memory}; without it the arrays are Java's.
 */
public final class Himeno {
    private static final float OMEGA = 0.8f;

    private static @Remote float[][][] p;
    private static @Remote float[][][] next;
    private static @Remote float[][][] bound;
    private static @Remote float[][][] source;
    private static @Remote float[][][][] a;
    private static @Remote float[][][][] b;
    private static @Remote float[][][][] c;

    static final class Arguments {
        /** Points in each dimension; the third has twice as many. */
        @Option(names = "-n")
        int n = 64;

        @Option(names = "--reps")
        int reps = 4;
    }

    private Himeno() {}

    public static void main(String[] args) {
        Arguments arguments = Sequential.parse(new Arguments(), "Himeno", args);
        int rows = arguments.n;
        int columns = 2 * arguments.n;
        initialize(rows, columns);
        float first = jacobi(rows, columns);
        float last = first;
        double best = Double.MAX_VALUE;
        for (int rep = 1; rep < arguments.reps; rep++) {
            long begin = System.nanoTime();
            last = jacobi(rows, columns);
            best = Math.min(best, (System.nanoTime() - begin) / 1e9);
        }
        String result = String.format(
                Locale.ROOT,
                "Himeno n=%d reps=%d gosa=%a seconds=%.5f",
                arguments.n,
                arguments.reps,
                last,
                arguments.reps > 1 ? best : 0);
        Sequential.report(result, last > 0 && (arguments.reps == 1 || last < first));
    }

    private static void initialize(int rows, int columns) {
        p = new float[rows][rows][columns];
        next = new float[rows][rows][columns];
        bound = new float[rows][rows][columns];
        source = new float[rows][rows][columns];
        a = new float[4][rows][rows][columns];
        b = new float[3][rows][rows][columns];
        c = new float[3][rows][rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < rows; j++) {
                for (int k = 0; k < columns; k++) {
                    p[i][j][k] = (float) (i * i) / ((rows - 1) * (rows - 1));
                    bound[i][j][k] = 1;
                    for (int m = 0; m < 3; m++) {
                        a[m][i][j][k] = 1;
                        c[m][i][j][k] = 1;
                    }
                    a[3][i][j][k] = 1f / 6;
                }
            }
        }
    }

    /** One iteration. Returns the sum of the squares of what changes. */
    private static float jacobi(int rows, int columns) {
        float gosa = 0;
        for (int i = 1; i < rows - 1; i++) {
            for (int j = 1; j < rows - 1; j++) {
                for (int k = 1; k < columns - 1; k++) {
                    float s0 = a[0][i][j][k] * p[i + 1][j][k]
                            + a[1][i][j][k] * p[i][j + 1][k]
                            + a[2][i][j][k] * p[i][j][k + 1]
                            + b[0][i][j][k]
                                    * (p[i + 1][j + 1][k]
                                            - p[i + 1][j - 1][k]
                                            - p[i - 1][j + 1][k]
                                            + p[i - 1][j - 1][k])
                            + b[1][i][j][k]
                                    * (p[i][j + 1][k + 1]
                                            - p[i][j - 1][k + 1]
                                            - p[i][j + 1][k - 1]
                                            + p[i][j - 1][k - 1])
                            + b[2][i][j][k]
                                    * (p[i + 1][j][k + 1]
                                            - p[i - 1][j][k + 1]
                                            - p[i + 1][j][k - 1]
                                            + p[i - 1][j][k - 1])
                            + c[0][i][j][k] * p[i - 1][j][k]
                            + c[1][i][j][k] * p[i][j - 1][k]
                            + c[2][i][j][k] * p[i][j][k - 1]
                            + source[i][j][k];
                    float ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bound[i][j][k];
                    gosa += ss * ss;
                    next[i][j][k] = p[i][j][k] + OMEGA * ss;
                }
            }
        }
        for (int i = 1; i < rows - 1; i++) {
            for (int j = 1; j < rows - 1; j++) {
                for (int k = 1; k < columns - 1; k++) {
                    p[i][j][k] = next[i][j][k];
                }
            }
        }
        return gosa;
    }
}
