package jdsm.examples;

import java.util.Locale;
import jdsm.remote.Remote;
import picocli.CommandLine.Option;

/**
 * Multiplies a matrix with a vector. The matrix is marked {@code @Remote}; the vectors are small and stay here. For {@code jdsm
 * memory}; without it the matrix is Java's.
 */
public final class MatrixVector {
    static final class Arguments {
        @Option(names = "-n")
        int n = 2000;

        @Option(names = "--reps")
        int reps = 3;
    }

    private MatrixVector() {}

    public static void main(String[] args) {
        Arguments arguments = Sequential.parse(new Arguments(), "MatrixVector", args);
        int n = arguments.n;
        @Remote double[][] matrix = new double[n][n];
        double[] vector = new double[n];
        for (int i = 0; i < n; i++) {
            vector[i] = i % 5 - 2;
            for (int j = 0; j < n; j++) {
                matrix[i][j] = (i + 3 * j) % 7;
            }
        }
        double[] product = new double[n];
        double best = Double.MAX_VALUE;
        for (int rep = 0; rep < arguments.reps; rep++) {
            long begin = System.nanoTime();
            multiply(matrix, vector, product);
            best = Math.min(best, (System.nanoTime() - begin) / 1e9);
        }
        boolean right = true;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double expected = 0;
            for (int j = 0; j < n; j++) {
                expected += (i + 3 * j) % 7 * vector[j];
            }
            right &= product[i] == expected;
            sum += product[i] * i;
        }
        Sequential.report(
                String.format(
                        Locale.ROOT, "MatrixVector n=%d reps=%d sum=%a seconds=%.5f", n, arguments.reps, sum, best),
                right);
    }

    private static void multiply(double[][] matrix, double[] vector, double[] product) {
        for (int i = 0; i < product.length; i++) {
            product[i] = dot(matrix[i], vector);
        }
    }

    private static double dot(double[] row, double[] vector) {
        double sum = 0;
        for (int j = 0; j < row.length; j++) {
            sum += row[j] * vector[j];
        }
        return sum;
    }
}
