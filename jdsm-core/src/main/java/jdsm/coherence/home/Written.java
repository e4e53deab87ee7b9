package jdsm.coherence.home;

import java.util.Arrays;
import jdsm.coherence.Diff;

/**
 * The writes of this rank's workers to a unit beside other ranks: whether workers may be writing, and the diff that is
 * on its way to the owner. Made when the unit becomes dirty, and dropped when it is clean again.
 */
final class Written {
    /** Whether releases of this rank publish the unit, and whether workers ask before they write it. */
    enum Dirtiness implements PartState {
        CLEAN("No release of this rank publishes the unit: its writes are published, or no other rank has a copy."),
        WRITABLE("Each release of this rank publishes the unit, and none has made workers ask before they write it."),
        LOWERED("Each release of this rank publishes the unit, and workers ask before they write it.");

        private final String meaning;

        Dirtiness(String meaning) {
            this.meaning = meaning;
        }

        @Override
        public String meaning() {
            return meaning;
        }
    }

    /** The diff that this rank has sent to the owner; one at a time, for two could overtake each other. */
    enum Flight implements PartState {
        NONE("No diff of this rank is under way."),
        SENT("A diff is under way to the owner, which has not answered it."),
        FOLLOWED("A diff is under way, and later releases wait for the diff that follows it.");

        private final String meaning;

        Flight(String meaning) {
            this.meaning = meaning;
        }

        @Override
        public String meaning() {
            return meaning;
        }
    }

    static final Transition<Dirtiness> WRITE = Transition.of(
            "a worker may write from now on",
            Dirtiness.WRITABLE,
            Dirtiness.CLEAN,
            Dirtiness.WRITABLE,
            Dirtiness.LOWERED);
    static final Transition<Dirtiness> LOWER =
            Transition.of("a release makes workers ask again", Dirtiness.LOWERED, Dirtiness.WRITABLE);
    static final Transition<Dirtiness> RETIRE = Transition.of(
            "all is published, and no worker can be writing by an earlier check",
            Dirtiness.CLEAN,
            Dirtiness.WRITABLE,
            Dirtiness.LOWERED);

    static final Transition<Flight> SEND = Transition.of("a release sends DIFF", Flight.SENT, Flight.NONE);
    static final Transition<Flight> FOLLOW =
            Transition.of("a further release comes to the unit", Flight.FOLLOWED, Flight.SENT, Flight.FOLLOWED);
    static final Transition<Flight> APPLIED = Transition.of(
            "DIFF_APPLIED arrives, or the diff comes back to its writer, which owns the unit by then",
            Flight.NONE,
            Flight.SENT,
            Flight.FOLLOWED);

    private static final int[] NO_RELEASES = {};

    private Dirtiness dirtiness = Dirtiness.CLEAN;
    private Flight flight = Flight.NONE;
    /** The diff under way; null where there is none. */
    private Diff diff;
    /** The numbers of the releases that wait for the diff after the one under way. */
    private int[] waiting = NO_RELEASES;
    /**
     * At an owner with a twin: whether each rank that has a copy has the twin's content, too, or has been told of it.
     */
    private boolean twinIsPublished;

    Dirtiness dirtiness() {
        return dirtiness;
    }

    Flight flight() {
        return flight;
    }

    /** The diff under way, or null. */
    Diff diff() {
        return diff;
    }

    /** Notes that workers write from now on. */
    void write() {
        dirtiness = WRITE.take(dirtiness);
    }

    /** Notes that workers ask from now on before they write. */
    void lower() {
        dirtiness = LOWER.take(dirtiness);
    }

    /**
     * No worker can be writing any more, and all is published.
     *
     * @throws IllegalStateException if a diff is under way
     */
    void retire() {
        if (flight != Flight.NONE) {
            throw new IllegalStateException("a unit is clean while a diff of it is under way");
        }
        dirtiness = RETIRE.take(dirtiness);
    }

    /** Notes that a diff is on its way to the owner. */
    void send(Diff sent) {
        flight = SEND.take(flight);
        diff = sent;
    }

    /** Adds releases that wait for the diff after the one under way. */
    void follow(int... releases) {
        flight = FOLLOW.take(flight);
        int[] all = Arrays.copyOf(waiting, waiting.length + releases.length);
        System.arraycopy(releases, 0, all, waiting.length, releases.length);
        waiting = all;
    }

    /**
     * The authoritative copy has the diff.
     *
     * @return the releases that waited for the next diff
     */
    int[] applied() {
        flight = APPLIED.take(flight);
        diff = null;
        int[] releases = waiting;
        waiting = NO_RELEASES;
        return releases;
    }

    /**
     * At an owner with a twin: whether each rank that has a copy has the twin's content, too, or has been told of it.
     */
    boolean twinIsPublished() {
        return twinIsPublished;
    }

    void twinIsPublished(boolean itIs) {
        twinIsPublished = itIs;
    }
}
