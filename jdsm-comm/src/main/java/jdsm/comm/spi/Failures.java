package jdsm.comm.spi;

import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/** Builds the exceptions that several types of this package throw. */
final class Failures {
    private Failures() {}

    /** Returns a copy of a failure with the calling thread's stack trace; the original is its cause. */
    static CommException again(CommException first) {
        return new CommException(first.reason(), first.peer(), first.getMessage(), first);
    }

    static CommException closed() {
        return new CommException(Reason.CLOSED, -1, "this Comm is closed");
    }

    static CommException peerLeft(int peer) {
        return new CommException(Reason.CLOSED, peer, "rank " + peer + " has left the job");
    }
}
