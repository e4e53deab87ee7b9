package jdsm.bench.wire;

/**
 * The blocks of {@code jdsm.examples.LU} that a rank must receive in a factorisation, with one worker a rank. A rank receives
 * every block that it reads and another rank has written. It receives each block once, because LU reads only finished blocks:
 *
 * <ul>
 *   <li>owners of blocks below or right of the diagonal block of a step read the diagonal block;
 *   <li>owners of other blocks of its row read a block below the diagonal block;
 *   <li>owners of other blocks of its column read a block right of the diagonal block.
 * </ul>
 *
 * <p>The content made by {@code fill} stays with its owner.
 *
 * @param n order of the matrix
 * @param block order of a block
 * @param ranks number of ranks
 */
record LuBlocks(int n, int block, int ranks) {
    /** Bytes of content that a rank must receive in a factorisation. */
    long bytesReceived(int rank) {
        long blocks = 0;
        int count = count();
        for (int k = 0; k < count; k++) {
            boolean below = false;
            boolean right = false;
            boolean[] rows = new boolean[count];
            boolean[] columns = new boolean[count];
            for (int i = k + 1; i < count; i++) {
                below |= owner(i, k) == rank;
                right |= owner(k, i) == rank;
                for (int j = k + 1; j < count; j++) {
                    if (owner(i, j) == rank) {
                        rows[i] = true;
                        columns[j] = true;
                    }
                }
            }
            if ((below || right) && owner(k, k) != rank) {
                blocks++;
            }
            for (int i = k + 1; i < count; i++) {
                if (rows[i] && owner(i, k) != rank) {
                    blocks++;
                }
                if (columns[i] && owner(k, i) != rank) {
                    blocks++;
                }
            }
        }
        return blocks * block * block * Double.BYTES;
    }

    /** Bytes of content that all ranks together must send. */
    long bytes() {
        long bytes = 0;
        for (int rank = 0; rank < ranks; rank++) {
            bytes += bytesReceived(rank);
        }
        return bytes;
    }

    private int count() {
        return (n + block - 1) / block;
    }

    /** The owner of a block, by the example's rule: a two-dimensional grid of ranks, as square as possible. */
    private int owner(int i, int j) {
        int rows = (int) Math.sqrt(ranks);
        while (ranks % rows != 0) {
            rows--;
        }
        int columns = ranks / rows;
        return i % rows * columns + j % columns;
    }
}
