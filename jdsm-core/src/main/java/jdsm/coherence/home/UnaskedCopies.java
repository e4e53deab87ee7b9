package jdsm.coherence.home;

import java.util.Arrays;

/**
 * The copies that ranks are sent along with locks: how many more each rank gets before it has to ask for one, and the
 * version of the copy that it is likely to have.
 */
final class UnaskedCopies {
    private byte[] left = {};
    /** For each rank 1 + the version of its copy, or 0. */
    private long[] has = {};

    /** A rank asks for a copy, and so may be sent the next {@code copies} unasked. */
    void asked(int rank, int copies) {
        if (left.length <= rank) {
            left = Arrays.copyOf(left, rank + 1);
        }
        left[rank] = (byte) copies;
    }

    /** Takes one of a rank's copies; false if none is left. */
    boolean take(int rank) {
        if (rank >= left.length || left[rank] == 0) {
            return false;
        }
        left[rank]--;
        return true;
    }

    /** Notes the version of a rank's copy. The rank may come to have another one without this rank's knowledge. */
    void has(int rank, long version) {
        if (has.length <= rank) {
            has = Arrays.copyOf(has, rank + 1);
        }
        has[rank] = version + 1;
    }

    /** The version of the copy that a rank is likely to have, or -1. */
    long has(int rank) {
        return rank < has.length ? has[rank] - 1 : -1;
    }
}
