package jdsm.comm.spi;

import jdsm.comm.Comm;

/** Checks the arguments of {@link Comm}: ranks, kinds, occasions and lengths. */
final class Arguments {
    private Arguments() {}

    static void checkRank(int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException(
                    "no such rank: rank " + rank + " of " + size + " ranks; ranks are 0 to " + (size - 1));
        }
    }

    static void checkKind(int kind) {
        if (kind < Comm.MIN_KIND || kind > Comm.MAX_KIND) {
            throw new IllegalArgumentException(
                    "message kind " + kind + " is not one of " + Comm.MIN_KIND + " to " + Comm.MAX_KIND);
        }
    }

    static void checkOccasion(int occasion) {
        if (occasion < Comm.NO_OCCASION || occasion > Comm.MAX_OCCASION) {
            throw new IllegalArgumentException(
                    "occasion " + occasion + " is not one of " + Comm.NO_OCCASION + " to " + Comm.MAX_OCCASION);
        }
    }

    static void checkLength(int lengthBytes) {
        if (lengthBytes < 0 || lengthBytes > Comm.MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException(
                    "a message of " + lengthBytes + " bytes: a message has 0 to " + Comm.MAX_MESSAGE_BYTES + " bytes");
        }
    }
}
