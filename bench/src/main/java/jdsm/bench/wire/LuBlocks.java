package jdsm.bench.wire;

/**
 * Which blocks of {@code jdsm.examples.LU} a rank must get from another one in a factorisation, if ranks have one worker each:
 * every block that it reads and another rank has written, once in each state in which it reads it. That is each block in its
 * last state, for LU reads only blocks that are finished: the diagonal block of a step, by those who have blocks below it or
 * right of it; a block below the diagonal one by who has others of its row, and one right of it by who has others of its
 * column. What {@code fill} has made before is each owner's own.
 *
 * @param n order of the matrix
 * @param block order of a block
 * @param ranks how many
 */
record LuBlocks(int n, int block, int ranks) {
    /** Content that a rank must receive in a factorisation. */
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

    /** Content that must be sent by all ranks together. */
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

    /** As the example deals blocks out: in two dimensions, as square as the number of ranks allows. */
    private int owner(int i, int j) {
        int rows = (int) Math.sqrt(ranks);
        while (ranks % rows != 0) {
            rows--;
        }
        int columns = ranks / rows;
        return i % rows * columns + j % columns;
    }
}
