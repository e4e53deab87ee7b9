package jdsm.coherence.home;

import jdsm.coherence.RankSet;

/**
 * The directory entry that the owner of a unit keeps: the ranks that may have copies, the place from which they fetch
 * the unit, and the last writer. Made with ownership, and dropped with it.
 */
final class Directory {
    private static final RankSet NOBODY = new RankSet();
    private static final int NO_WRITER = -1;

    /** The other ranks that may have a copy, or have one on its way. */
    private RankSet sharers;
    /** The ranks whose copy may be of the present version. */
    private RankSet fresh;
    /** The place from which other ranks fetch the unit; null while no rank knows of one. */
    private Place place;

    /** Null before a rank with a stale copy has asked for the unit. */
    private Changes changes;
    /** Null where no copies have been sent along with locks. */
    private UnaskedCopies unasked;

    private int lastWriter = NO_WRITER;
    private int writesInARow;
    /** See {@link #publishedIn}. */
    private int publishedIn;

    /**
     * A directory entry over two sets, which it takes over.
     *
     * @param publishedIn see {@link #publishedIn}
     */
    Directory(RankSet sharers, RankSet fresh, int publishedIn) {
        this.sharers = sharers;
        this.fresh = fresh;
        this.publishedIn = publishedIn;
    }

    /** While no other rank has a copy, the content changes within a version. */
    private void grows() {
        if (sharers.isEmpty()) {
            forgetChanges();
        }
    }

    /** Forgets the diffs that are kept, if there are any. */
    void forgetChanges() {
        if (changes != null) {
            changes.forget();
        }
    }

    /** The changes that are kept, for a rank with a stale copy asks for the unit. */
    Changes makeChanges() {
        if (changes == null) {
            changes = new Changes();
        }
        return changes;
    }

    /** Whether the owner keeps diffs for ranks with stale copies. */
    boolean keepsChanges() {
        return changes != null && changes.areKept();
    }

    /** The changes that are kept; null if no rank with a stale copy has asked. */
    Changes changes() {
        return changes;
    }

    /** Notes that a rank asks for a copy, so that it may be sent the next {@code copies} unasked, with locks. */
    void asked(int rank, int copies) {
        if (unasked == null) {
            unasked = new UnaskedCopies();
        }
        unasked.asked(rank, copies);
    }

    /** Notes that a rank is likely to have a copy of a version, though perhaps a stale one. */
    void has(int rank, long version) {
        if (unasked != null) {
            unasked.has(rank, version);
        }
    }

    /** The version of the copy that a rank is likely to have, or -1. */
    long has(int rank) {
        return unasked == null ? -1 : unasked.has(rank);
    }

    /** Takes one of the copies that a rank may be sent unasked; false if none is left. */
    boolean sendsUnasked(int rank) {
        return unasked != null && unasked.take(rank);
    }

    /** The state of the place from which other ranks fetch the unit. */
    Place.Export export() {
        return place == null ? Place.Export.NOWHERE : place.state();
    }

    /** The place from which other ranks fetch the unit, or null. */
    Place place() {
        return place;
    }

    /** Makes the place, if there is none. */
    Place makePlace(Pace pace) {
        if (place == null) {
            place = new Place(pace);
        }
        return place;
    }

    /** Drops the place, so that no rank counts as knowing of it. */
    void withdrawPlace() {
        place.withdraw();
        place = null;
    }

    /**
     * Notes that the present version lies at the place: from now on, each rank that knows of the place may have a copy
     * of it.
     */
    void exported(int barriersEntered) {
        grows();
        place.export(barriersEntered);
        sharers.addAll(place.located());
        fresh.addAll(place.located());
    }

    /** The ranks that may fetch the present version without asking; to be read only. */
    private RankSet reached() {
        return place != null && place.isExported() ? place.located() : NOBODY;
    }

    /** Whether another rank may have a copy. */
    boolean isShared() {
        return !sharers.isEmpty();
    }

    /** Whether a rank beside this one and {@code rank} may have a copy. */
    boolean isSharedBeside(int rank) {
        return sharers.size() > (sharers.contains(rank) ? 1 : 0);
    }

    boolean isSharer(int rank) {
        return sharers.contains(rank);
    }

    /** Whether a rank may have a copy, and none of the present version. */
    boolean isStaleAt(int rank) {
        return sharers.contains(rank) && !fresh.contains(rank);
    }

    boolean isFreshAt(int rank) {
        return fresh.contains(rank);
    }

    /** The sharers; to be read only. */
    RankSet sharers() {
        return sharers;
    }

    /** A new set of the sharers without one rank. */
    RankSet sharersBut(int rank) {
        RankSet others = sharers.copy();
        others.remove(rank);
        return others;
    }

    /** A new set of the ranks that may have a copy of the present version, without one rank. */
    RankSet freshBut(int rank) {
        RankSet others = fresh.copy();
        others.remove(rank);
        return others;
    }

    /** Removes the ranks from a set that have no copy of the present version. */
    void retainFresh(RankSet ranks) {
        ranks.retainAll(fresh);
    }

    /** Notes that a rank is sent a copy of the present version. */
    void served(int rank) {
        grows();
        sharers.add(rank);
        fresh.add(rank);
    }

    /**
     * Notes the rank that has written a new version, which is the present one from now on.
     *
     * @param barrier the last barrier for which the rank had published its dirty units before
     */
    void writtenBy(int rank, int barrier) {
        publishedIn = Math.max(publishedIn, barrier);
        writesInARow = rank == lastWriter ? writesInARow + 1 : 1;
        lastWriter = rank;
    }

    /** Whether the present version is a rank's, of those that were written since the entry was made. */
    boolean isLastWriter(int rank) {
        return rank == lastWriter;
    }

    /**
     * The last barrier for which the writers of all versions had published their dirty units before they published
     * these versions. The next barrier brings all ranks the write notices.
     */
    int publishedIn() {
        return publishedIn;
    }

    /** The number of versions in a row that the last writer has written. */
    int writesInARow() {
        return writesInARow;
    }

    /** Removes all sharers but one rank: the other copies are about to be invalidated. */
    void keepOnly(int rank) {
        boolean kept = sharers.contains(rank);
        sharers = new RankSet();
        if (kept) {
            sharers.add(rank);
        }
    }

    /**
     * Removes sharers whose copies are about to be invalidated, but for those that find the present version at the
     * place.
     */
    void drop(RankSet ranks) {
        sharers.removeAll(ranks);
        sharers.addAll(reached());
        fresh.removeAll(ranks);
        fresh.addAll(reached());
    }

    /** Notes the ranks that have copies of a new version, beside those that find it at the place. */
    void keepFresh(RankSet ranks) {
        fresh = ranks.copy();
        fresh.addAll(reached());
    }

    /** Removes sharers with stale copies only: every rank has heard of all versions, and has dropped such copies. */
    void dropStale() {
        sharers = fresh.copy();
    }
}
