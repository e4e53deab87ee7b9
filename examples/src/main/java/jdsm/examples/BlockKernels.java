package jdsm.examples;

/**
 * The four computations on blocks in a blocked LU. Blocks are row-major, with rows of {@code b} elements. Each
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

    /** Copies the rows of a block into arrays of their own, for {@link #subtractProduct}. */
    static void unpack(double[] block, double[][] rows, int b, int count, int columns) {
        for (int m = 0; m < count; m++) {
            System.arraycopy(block, m * b, rows[m], 0, columns);
        }
    }

    /**
     * {@code c := c - l * u}, for block {@code (i, j)} in step {@code k}. The loop takes four rows of {@code u} at a
     * time. Each row, and the sum of products, is an array of its own with the same index, so the JIT generates vector
     * instructions.
     *
     * @param sum scratch space for a row; overwritten
     */
    static void subtractProduct(
            double[] c, double[] l, double[][] u, double[] sum, BlockMatrix matrix, int i, int j, int k) {
        int b = matrix.block();
        int rows = matrix.rows(i);
        int inner = matrix.rows(k);
        int columns = matrix.rows(j);
        int fours = inner / 4 * 4;
        for (int r = 0; r < rows; r++) {
            int row = r * b;
            for (int x = 0; x < columns; x++) {
                sum[x] = 0;
            }
            for (int m = 0; m < fours; m += 4) {
                double first = l[row + m];
                double second = l[row + m + 1];
                double third = l[row + m + 2];
                double fourth = l[row + m + 3];
                double[] u0 = u[m];
                double[] u1 = u[m + 1];
                double[] u2 = u[m + 2];
                double[] u3 = u[m + 3];
                for (int x = 0; x < columns; x++) {
                    sum[x] += first * u0[x] + second * u1[x] + third * u2[x] + fourth * u3[x];
                }
            }
            for (int m = fours; m < inner; m++) {
                double factor = l[row + m];
                double[] u0 = u[m];
                for (int x = 0; x < columns; x++) {
                    sum[x] += factor * u0[x];
                }
            }
            for (int x = 0; x < columns; x++) {
                c[row + x] -= sum[x];
            }
        }
    }
}
