package jdsm.bench.alloc;

/**
 * Rubik's cube by its pieces: 8 corners and 12 edges, 5 bits each, in two longs. A corner is its number in 3 bits and
 * its twist in 2; an edge its number in 4 and its flip in 1. Faces turn in the order U, R, F, D, L, B; move 3 f + n
 * turns face f by n + 1 quarters.
 */
final class CubeState {
    static final int MOVES = 18;
    /** The pieces' places: each at home, not turned. */
    static final long CORNERS_SOLVED = solved(8);

    static final long EDGES_SOLVED = solved(12);

    private static final int BITS = 5;
    private static final int PIECE = (1 << BITS) - 1;
    private static final int[] NOT_TURNED = new int[12];

    /** For each face and place the corner that comes there, and its additional twist. */
    private static final int[][] CORNERS = {
        {3, 0, 1, 2, 4, 5, 6, 7},
        {4, 1, 2, 0, 7, 5, 6, 3},
        {1, 5, 2, 3, 0, 4, 6, 7},
        {0, 1, 2, 3, 5, 6, 7, 4},
        {0, 2, 6, 3, 4, 1, 5, 7},
        {0, 1, 3, 7, 4, 5, 2, 6}
    };

    private static final int[][] TWISTS = {
        NOT_TURNED,
        {2, 0, 0, 1, 1, 0, 0, 2},
        {1, 2, 0, 0, 2, 1, 0, 0},
        NOT_TURNED,
        {0, 1, 2, 0, 0, 2, 1, 0},
        {0, 0, 1, 2, 0, 0, 2, 1}
    };

    private static final int[][] EDGES = {
        {3, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11},
        {8, 1, 2, 3, 11, 5, 6, 7, 4, 9, 10, 0},
        {0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11},
        {0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11},
        {0, 1, 10, 3, 4, 5, 9, 7, 8, 2, 6, 11},
        {0, 1, 2, 11, 4, 5, 6, 10, 8, 9, 3, 7}
    };

    private static final int[][] FLIPS = {
        NOT_TURNED,
        NOT_TURNED,
        {0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0},
        NOT_TURNED,
        NOT_TURNED,
        {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1}
    };

    private CubeState() {}

    private static long solved(int pieces) {
        long state = 0;
        for (int i = 0; i < pieces; i++) {
            state |= (long) i << 5 * i;
        }
        return state;
    }

    /** The corners after a move. */
    static long moveCorners(long corners, int move) {
        long now = corners;
        for (int quarter = 0; quarter <= move % 3; quarter++) {
            long next = 0;
            for (int place = 0; place < 8; place++) {
                int piece = (int) (now >>> BITS * CORNERS[move / 3][place]) & PIECE;
                int twist = ((piece >>> 3) + TWISTS[move / 3][place]) % 3;
                next |= (long) (piece & 7 | twist << 3) << BITS * place;
            }
            now = next;
        }
        return now;
    }

    /** The edges after a move. */
    static long moveEdges(long edges, int move) {
        long now = edges;
        for (int quarter = 0; quarter <= move % 3; quarter++) {
            long next = 0;
            for (int place = 0; place < 12; place++) {
                int piece = (int) (now >>> BITS * EDGES[move / 3][place]) & PIECE;
                next |= (long) (piece ^ FLIPS[move / 3][place] << 4) << BITS * place;
            }
            now = next;
        }
        return now;
    }

    /** The number of pieces that are not at home or are turned, 0 to 20. */
    static int wrong(long corners, long edges) {
        int wrong = 0;
        for (int place = 0; place < 8; place++) {
            wrong += ((corners ^ CORNERS_SOLVED) >>> BITS * place & PIECE) != 0 ? 1 : 0;
        }
        for (int place = 0; place < 12; place++) {
            wrong += ((edges ^ EDGES_SOLVED) >>> BITS * place & PIECE) != 0 ? 1 : 0;
        }
        return wrong;
    }
}
