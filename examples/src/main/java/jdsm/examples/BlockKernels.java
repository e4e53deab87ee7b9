package jdsm.examples;

/**
 * The four computations on blocks that a blocked LU consists of. Blocks are row-major, with rows of {@code b} elements. Each
 * computation is one method without calls in its loops.
 */
final class BlockKernels {
    private BlockKernels() {}

    /** Factors a diagonal block in place: L without its unit diagonal, and U. */
    static void factor(double[] a, int b, int rows) {
        for (int k = 0; k < rows; k++) {
            double pivot = a[k * b + k];
            for (int i = k + 1; i < rows; i++) {
                double factor = a[i * b + k] / pivot;
                a[i * b + k] = factor;
                for (int j = k + 1; j < rows; j++) {
                    a[i * b + j] -= factor * a[k * b + j];
                }
            }
        }
    }

    /** {@code a := a * U^-1}, for a block below the diagonal. */
    static void divideByUpper(double[] a, double[] diagonal, int b, int rows, int columns) {
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < columns; k++) {
                double factor = a[i * b + k] / diagonal[k * b + k];
                a[i * b + k] = factor;
                for (int j = k + 1; j < columns; j++) {
                    a[i * b + j] -= factor * diagonal[k * b + j];
                }
            }
        }
    }

    /** {@code a := L^-1 * a}, for a block right of the diagonal. */
    static void divideByLower(double[] a, double[] diagonal, int b, int rows, int columns) {
        for (int k = 0; k < rows; k++) {
            for (int i = k + 1; i < rows; i++) {
                double factor = diagonal[i * b + k];
                for (int j = 0; j < columns; j++) {
                    a[i * b + j] -= factor * a[k * b + j];
                }
            }
        }
    }

    /**
     * {@code c := c - l * u}, for block {@code (i, j)} in step {@code k}. Four rows of {@code u} at a time, so that an element of
     * {@code c} is loaded and stored once for four products.
     */
    static void subtractProduct(double[] c, double[] l, double[] u, BlockMatrix matrix, int i, int j, int k) {
        int b = matrix.block();
        int rows = matrix.rows(i);
        int inner = matrix.rows(k);
        int columns = matrix.rows(j);
        for (int r = 0; r < rows; r++) {
            int row = r * b;
            int m = 0;
            for (; m + 3 < inner; m += 4) {
                double first = l[row + m];
                double second = l[row + m + 1];
                double third = l[row + m + 2];
                double fourth = l[row + m + 3];
                int u0 = m * b;
                int u1 = u0 + b;
                int u2 = u1 + b;
                int u3 = u2 + b;
                for (int x = 0; x < columns; x++) {
                    c[row + x] -= first * u[u0 + x] + second * u[u1 + x] + third * u[u2 + x] + fourth * u[u3 + x];
                }
            }
            for (; m < inner; m++) {
                double factor = l[row + m];
                int u0 = m * b;
                for (int x = 0; x < columns; x++) {
                    c[row + x] -= factor * u[u0 + x];
                }
            }
        }
    }
}
