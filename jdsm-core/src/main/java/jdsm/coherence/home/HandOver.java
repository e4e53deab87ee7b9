package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;

/**
 * The hand-over of a unit to the rank behind this one: the needs of that rank, and the progress of the release that
 * precedes the GRANT. Exists from the arrival of that rank's ACQUIRE_REQUEST until the GRANT.
 */
final class HandOver {
    /** The progress of the release that precedes the GRANT. */
    enum Progress implements PartState {
        NOT_BEGUN("Nothing has been published for the hand-over."),
        UNIT_PUBLISHED(
                "The writes here to the unit are published, and the next rank, which will not hold it, needs no more."),
        PUBLISHING("A release of everything that was written here is under way."),
        PUBLISHED("Everything that was written here is published.");

        private final String meaning;

        Progress(String meaning) {
            this.meaning = meaning;
        }

        @Override
        public String meaning() {
            return meaning;
        }
    }

    static final Transition<Progress> PUBLISH_UNIT = Transition.of(
            "the turn of the next rank has come, which wants to write the dirty unit in place",
            Progress.UNIT_PUBLISHED,
            Progress.NOT_BEGUN);
    static final Transition<Progress> PUBLISH = Transition.of(
            "the turn of the next rank has come, and a release must precede the GRANT",
            Progress.PUBLISHING,
            Progress.NOT_BEGUN);
    static final Transition<Progress> END =
            Transition.of("the release has ended", Progress.PUBLISHED, Progress.PUBLISHING);
    private final int rank;
    private final long version;
    private final boolean homeOnly;
    private final int[] time;
    private final CoherenceMessage.Room room;
    /** The number of this rank's waiting holders whose turn comes before the next rank's. */
    private int ahead;

    private Progress progress = Progress.NOT_BEGUN;

    /**
     * A hand-over that has not begun.
     *
     * @param request the ACQUIRE_REQUEST of the next owner
     * @param ahead the number of this rank's waiting holders, whose turn comes first
     */
    HandOver(CoherenceMessage request, int ahead) {
        this.rank = request.rank();
        this.version = request.version();
        this.homeOnly = request.has(CoherenceMessage.HOME_ONLY);
        this.time = request.time();
        this.room = request.room();
        this.ahead = ahead;
    }

    int rank() {
        return rank;
    }

    /** The version of the content that the next owner has, or -1. */
    long version() {
        return version;
    }

    /** Whether the next owner wants to write in place only, and not to hold the unit, so that no release has to be complete for it. */
    boolean isHomeOnly() {
        return homeOnly;
    }

    /** The intervals of which the next owner has heard, the last of each rank. */
    int[] time() {
        return time;
    }

    /** The copies that the next owner would like with the grant. */
    CoherenceMessage.Room room() {
        return room;
    }

    Progress progress() {
        return progress;
    }

    /** Whether no waiting holder of this rank comes before the next owner. */
    boolean isDue() {
        return ahead == 0;
    }

    /**
     * Notes that a waiting holder of this rank is taken out of the queue.
     *
     * @param position the number of waiting holders that asked before it
     */
    void leaves(int position) {
        if (position < ahead) {
            ahead--;
        }
    }

    /**
     * Notes that the first waiting holder of this rank begins to hold the unit.
     *
     * @throws IllegalStateException if the next rank's turn has come
     */
    void held() {
        if (ahead == 0 || progress != Progress.NOT_BEGUN) {
            throw new IllegalStateException("a worker begins to hold a unit in the turn of rank " + rank);
        }
        ahead--;
    }

    /**
     * Notes that the dirty unit is published now, because the next rank is to write it in place.
     *
     * @return whether the caller has to publish it; false if it has been published for this hand-over
     */
    boolean publishUnit() {
        if (progress == Progress.UNIT_PUBLISHED) {
            return false;
        }
        progress = PUBLISH_UNIT.take(progress);
        return true;
    }

    /**
     * Notes that a release of everything written here begins now, because the next rank is to hold the unit.
     *
     * @return whether the caller has to begin it; false if it is under way or has ended
     */
    boolean publish() {
        if (progress == Progress.PUBLISHING || progress == Progress.PUBLISHED) {
            return false;
        }
        progress = PUBLISH.take(progress);
        return true;
    }

    /** Notes that the release under way has ended. */
    void released() {
        progress = END.take(progress);
    }

    /** Whether everything that was written here is published. */
    boolean isReleased() {
        return progress == Progress.PUBLISHED;
    }
}
