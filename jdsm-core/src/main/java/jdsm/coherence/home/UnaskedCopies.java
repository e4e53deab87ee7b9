package jdsm.coherence.home;

import java.util.Arrays;

/** How many more copies each rank is sent along with locks, before it has to ask for one to get further ones. */
final class UnaskedCopies {
    private byte[] left = {};

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
}
