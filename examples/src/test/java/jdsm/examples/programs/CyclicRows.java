package jdsm.examples.programs;

import jdsm.SPMD;

/** Eliminates a matrix in one array without pivots. The workers take the rows in turn. */
public class CyclicRows extends SPMD {
    private int n;
    private double[] a;

    @Override
    public void initialize() {
        n = Integer.parseInt(args()[0]);
        a = matrix(n);
    }

    private static double[] matrix(int n) {
        double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                matrix[i * n + j] = i == j ? n + 1 : 1.0 / (1 + (i * 31 + j * 17) % 101);
            }
        }
        return matrix;
    }

    @Override
    public void start() {
        for (int k = 0; k < n; k++) {
            if (k % workers() == worker()) {
                for (int j = k + 1; j < n; j++) {
                    a[k * n + j] /= a[k * n + k];
                }
            }
            barrier();
            for (int i = k + 1; i < n; i++) {
                if (i % workers() == worker()) {
                    double factor = a[i * n + k];
                    for (int j = k + 1; j < n; j++) {
                        a[i * n + j] -= factor * a[k * n + j];
                    }
                }
            }
            barrier();
        }
        if (worker() == 0) {
            double[] own = matrix(n);
            for (int k = 0; k < n; k++) {
                for (int j = k + 1; j < n; j++) {
                    own[k * n + j] /= own[k * n + k];
                }
                for (int i = k + 1; i < n; i++) {
                    for (int j = k + 1; j < n; j++) {
                        own[i * n + j] -= own[i * n + k] * own[k * n + j];
                    }
                }
            }
            int wrong = 0;
            for (int i = 0; i < n * n; i++) {
                wrong += own[i] == a[i] ? 0 : 1;
            }
            report(wrong == 0 ? "CyclicRows OK" : "CyclicRows: " + wrong + " elements differ");
        }
    }
}
