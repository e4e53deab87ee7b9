package jdsm.comm.shm;

/**
 * How long a program's thread that waits keeps its processor before it offers it to others. While each has one of its own, an answer
 * comes sooner than anybody who is let in gives it back, a compiler thread above all. But systems leave two threads on one processor for
 * seconds although another one is idle; then each answer needs an offer, and the sooner it is made the better. So it is learned: an
 * offer that others took, and behind which the wait was over, says that who is waited for is here; one that nobody took, that
 * the processor is one's own. For one thread at a time.
 */
final class Patience {
    /** Between two looks at the clock, and offers of the processor to others; and where these have none of their own. */
    private static final int LOOKS = 32;

    private static final int CROWDED_LOOKS = 2;
    /** An answer from another processor takes less. */
    private static final long KEEP_NANOS = 20_000;
    /** Two switches and what is done between them take more, an offer that nobody takes less. */
    static final long TAKEN_NANOS = 1_000;
    /** So many waits that an offer has ended are no chance. */
    static final int SURE = 4;

    private final boolean crowded;
    private int endedByOffer;

    /** @param crowded whether others have to have the processor in any case */
    Patience(boolean crowded) {
        this.crowded = crowded;
    }

    /** How often to look between two offers. */
    int looksPerOffer() {
        return isShort() ? CROWDED_LOOKS : LOOKS;
    }

    /** For how long to make no offer. */
    long keepNanos() {
        return isShort() ? 0 : KEEP_NANOS;
    }

    private boolean isShort() {
        return crowded || endedByOffer == SURE;
    }

    /**
     * What an offer in a wait has brought.
     *
     * @param nanos how long it took
     * @param done whether the wait was over behind it
     */
    void offered(long nanos, boolean done) {
        if (nanos < TAKEN_NANOS) {
            endedByOffer = 0;
        } else if (done) {
            endedByOffer = Math.min(endedByOffer + 1, SURE);
        }
    }
}
