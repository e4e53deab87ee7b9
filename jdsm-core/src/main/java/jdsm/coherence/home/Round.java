package jdsm.coherence.home;

import java.util.Arrays;

/** The invalidation or update of the other copies of one version, until all sharers that were told have confirmed. */
final class Round {
    /** Stands in place of the writer in a round at whose end an exclusive hold on this rank begins. */
    private static final int HOLD = -1;

    private final int number;
    private final int writer;
    private final int request;
    private final long version;
    private final int flags;
    private int unconfirmed;
    /** The numbers of this rank's own releases that end with the round, beside the writer's. */
    private int[] also = {};

    /**
     * Makes a round that begins.
     *
     * @param told the number of sharers that have to confirm
     * @param writer the rank whose release it completes
     * @param request the writer's number for the release
     * @param flags of DIFF_APPLIED, for the answer to the writer
     */
    Round(int number, int told, int writer, int request, long version, int flags) {
        this.number = number;
        this.unconfirmed = told;
        this.writer = writer;
        this.request = request;
        this.version = version;
        this.flags = flags;
    }

    /** Makes a round at whose end an exclusive hold on this rank begins. */
    static Round beforeHold(int number, int told, long version) {
        return new Round(number, told, HOLD, 0, version, 0);
    }

    int number() {
        return number;
    }

    /** The number of sharers that have not confirmed. */
    int unconfirmed() {
        return unconfirmed;
    }

    boolean isOver() {
        return unconfirmed == 0;
    }

    boolean isBeforeHold() {
        return writer == HOLD;
    }

    /** The rank whose release the round completes. */
    int writer() {
        return writer;
    }

    /** The writer's number for the release. */
    int request() {
        return request;
    }

    long version() {
        return version;
    }

    /** Flags of the DIFF_APPLIED that answers the writer. */
    int flags() {
        return flags;
    }

    /** Notes that a sharer has confirmed. */
    void confirm() {
        if (isOver()) {
            throw new IllegalStateException("round " + number + " is confirmed once more than it has sharers");
        }
        unconfirmed--;
    }

    /** Adds releases of this rank that end with the round. */
    void alsoEnds(int[] releases) {
        int[] all = Arrays.copyOf(also, also.length + releases.length);
        System.arraycopy(releases, 0, all, also.length, releases.length);
        also = all;
    }

    /** This rank's own releases that end with the round, beside the writer's. */
    int[] alsoEnded() {
        return also;
    }
}
