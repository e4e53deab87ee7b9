package jdsm.examples;

/**
 * The distance of the product of the factors from the matrix: row sums of |A - LU| and of |A|. The caller must bring
 * the factors' blocks up to date.
 */
final class Residual {
    private final BlockMatrix matrix;
    private final double[][][] blocks;

    Residual(BlockMatrix matrix, double[][][] blocks) {
        this.matrix = matrix;
        this.blocks = blocks;
    }

    /**
     * Adds one row of blocks.
     *
     * @param largest the largest row sums so far, of |A - LU| and of |A|; updated
     */
    void addRow(int i, double[] largest) {
        int b = matrix.block();
        int rows = matrix.rows(i);
        double[] original = new double[b * b];
        double[] rest = new double[b * b];
        double[] difference = new double[rows];
        double[] size = new double[rows];
        for (int j = 0; j < blocks.length; j++) {
            matrix.fill(original, i, j);
            System.arraycopy(original, 0, rest, 0, rest.length);
            for (int k = 0; k <= Math.min(i, j); k++) {
                subtract(rest, i, j, k);
            }
            int columns = matrix.rows(j);
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < columns; c++) {
                    difference[r] += Math.abs(rest[r * b + c]);
                    size[r] += Math.abs(original[r * b + c]);
                }
            }
        }
        for (int r = 0; r < rows; r++) {
            largest[0] = Math.max(largest[0], difference[r]);
            largest[1] = Math.max(largest[1], size[r]);
        }
    }

    /** {@code rest -= L(i, k) * U(k, j)}, where a diagonal block holds both factors. */
    private void subtract(double[] rest, int i, int j, int k) {
        int b = matrix.block();
        int rows = matrix.rows(i);
        int inner = matrix.rows(k);
        int columns = matrix.rows(j);
        double[] left = blocks[i][k];
        double[] right = blocks[k][j];
        for (int r = 0; r < rows; r++) {
            for (int m = 0; m < inner; m++) {
                double factor = k < i || m < r ? left[r * b + m] : m == r ? 1 : 0;
                for (int c = k < j ? 0 : m; c < columns; c++) {
                    rest[r * b + c] -= factor * right[m * b + c];
                }
            }
        }
    }
}
