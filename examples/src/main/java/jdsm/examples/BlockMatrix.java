package jdsm.examples;

/**
 * The matrix to factor, and its division into square blocks. Elements are random numbers computed from a seed, with a
 * diagonal that needs no pivoting. The last blocks may be cut off.
 */
final class BlockMatrix {
    private final int n;
    private final int block;
    private final long seed;

    BlockMatrix(int n, int block, long seed) {
        this.n = n;
        this.block = block;
        this.seed = seed;
    }

    int n() {
        return n;
    }

    /** Order of a block, and length of a row in its array. */
    int block() {
        return block;
    }

    int blocksPerSide() {
        return (n + block - 1) / block;
    }

    /** Number of matrix rows (or columns) in a row (or column) of blocks. */
    int rows(int blockIndex) {
        return Math.min(block, n - blockIndex * block);
    }

    /** Fills a block, row-major; elements outside the matrix are 0. */
    void fill(double[] target, int blockRow, int blockColumn) {
        java.util.Arrays.fill(target, 0);
        int rows = rows(blockRow);
        int columns = rows(blockColumn);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                target[i * block + j] = element(blockRow * block + i, blockColumn * block + j);
            }
        }
    }

    /** In [-1, 1) off the diagonal; on it, larger than the sum of the other elements of its row. */
    private double element(int i, int j) {
        double value = 2 * unit(((long) i * n + j) ^ seed * 0x9E3779B97F4A7C15L) - 1;
        return i == j ? value + n : value;
    }

    /** SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014) as a function of a number. */
    private static double unit(long x) {
        long z = (x + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return ((z ^ z >>> 31) >>> 11) * 0x1p-53;
    }
}
