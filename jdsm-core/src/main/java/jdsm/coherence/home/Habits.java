package jdsm.coherence.home;

import jdsm.coherence.RankSet;
import jdsm.coherence.Use;

/**
 * The use of a unit as far as this rank has seen it, and the conclusions from it; under
 * {@link jdsm.coherence.Publication#ADAPT} only. The owner's observations begin anew with each owner, but for
 * {@link #isMigratory}.
 */
final class Habits {
    private static final int NOBODY = -1;

    /** The observations of an owner. */
    private static final class OfOwner {
        /** The ranks whose copy is invalidated before anything newer is released; some may be told needlessly. */
        private RankSet eager;
        /** The ranks that are sent changes without asking; none of the eager. */
        private final RankSet followers = new RankSet();
        /** The ranks that have fetched the present version. */
        private RankSet fetched = new RankSet();
        /** The ranks that had fetched the version before. */
        private RankSet fetchedBefore = new RankSet();
        /** The version that came with ownership. */
        private final long versionAtGrant;

        private int lastWriter = NOBODY;
        private int handOvers;
        /** Whether there was a version of which other ranks had to hear. */
        private boolean written;

        OfOwner(long version, RankSet eager) {
            this.versionAtGrant = version;
            this.eager = eager;
        }
    }

    private final Pace pace;
    private boolean migratory;
    /** The number of changes in a row that came unasked and that no worker here has looked at. */
    private int unseen;
    /** The number of requests for copies since a copy came with a lock; counted up to the pace. */
    private int asked;
    /** Null at a rank that does not own the unit, and at an owner that has observed nothing. */
    private OfOwner owner;

    Habits(Pace pace) {
        this.pace = pace;
        this.asked = pace.fetches();
    }

    private OfOwner owner() {
        if (owner == null) {
            owner = new OfOwner(0, new RankSet());
        }
        return owner;
    }

    /** Notes that ownership has come here. */
    void granted(long version, RankSet eagerSharers, boolean itMigrates) {
        owner = new OfOwner(version, eagerSharers);
        migratory = itMigrates;
        unseen = 0;
        asked = pace.fetches();
    }

    /** Notes that ownership has gone to another rank. */
    void transferred() {
        owner = null;
    }

    /** Whether a rank that reads the unit writes it next, so that reading it is a reason to ask for ownership. */
    boolean isMigratory() {
        return migratory;
    }

    /** Notes that the owner has told this rank that the unit is migratory. */
    void migrates() {
        migratory = true;
    }

    /** A new set of the ranks whose copy is invalidated before anything newer is released. */
    RankSet eager() {
        return owner == null ? new RankSet() : owner.eager.copy();
    }

    boolean hasEager() {
        return owner != null && !owner.eager.isEmpty();
    }

    /** Removes all eager ranks but one, if that is eager: the other eager copies are about to be invalidated. */
    void keepEagerOnly(int rank) {
        RankSet kept = new RankSet();
        if (owner().eager.contains(rank)) {
            kept.add(rank);
        }
        owner().eager = kept;
    }

    /** Removes all eager ranks: their copies are about to be invalidated. */
    void dropEager() {
        owner().eager.clear();
    }

    /** Removes the eager ranks that are no sharers any more. */
    void retainEager(RankSet sharers) {
        owner().eager.retainAll(sharers);
    }

    /** A new set of the ranks that are sent changes without asking. */
    RankSet followers() {
        return owner == null ? new RankSet() : owner.followers.copy();
    }

    boolean hasFollowers() {
        return owner != null && !owner.followers.isEmpty();
    }

    /** Notes that a rank wants no more changes that it has not asked for. */
    void unwantedBy(int rank) {
        owner().followers.remove(rank);
    }

    /** Notes that a rank is sent a copy for which it has asked. */
    void served(int rank, boolean eagerly) {
        OfOwner seen = owner();
        seen.fetched.add(rank);
        if (eagerly) {
            seen.eager.add(rank);
            seen.followers.remove(rank);
        }
    }

    /**
     * Notes that a writer has made a new version.
     *
     * @param readFirst whether the writer had the content of the version before
     * @param meanwhile whether another rank may have written at the same time
     */
    void published(int writer, boolean readFirst, boolean meanwhile) {
        OfOwner seen = owner();
        RankSet faithful = seen.fetched.copy();
        if (pace.fetches() > 1) {
            faithful.retainAll(seen.fetchedBefore);
        }
        faithful.removeAll(seen.eager);
        if (pace.sendsUnasked()) {
            seen.followers.addAll(faithful);
        }
        boolean others = seen.fetched.size() > (seen.fetched.contains(writer) ? 1 : 0);
        if (others || meanwhile) {
            seen.handOvers = 0;
            migratory = false;
        } else if (writer != seen.lastWriter && readFirst) {
            seen.handOvers++;
            migratory |= seen.handOvers >= pace.handOvers();
        }
        seen.written = true;
        seen.lastWriter = writer;
        seen.fetchedBefore = seen.fetched;
        seen.fetched = new RankSet();
    }

    /** Notes that a present copy has come with a lock: while copies come so, ownership saves no message. */
    void cameWithLock() {
        asked = 0;
    }

    /**
     * Notes that a worker here needs a present copy.
     *
     * @return whether to ask for ownership in place of it
     */
    boolean asksForHome() {
        if (!migratory) {
            return false;
        }
        boolean enough = asked >= pace.fetches();
        asked += enough ? 0 : 1;
        return enough;
    }

    /**
     * Notes that another change has come unasked.
     *
     * @param lastWasSeen whether a worker here has looked at the copy since the change before
     * @return whether no more shall come
     */
    boolean pushed(boolean lastWasSeen) {
        unseen = lastWasSeen ? 0 : unseen + 1;
        return unseen >= pace.unseen();
    }

    /** The use of the unit, at its owner. */
    Use use(boolean shared) {
        if (migratory) {
            return Use.MIGRATORY;
        } else if (!shared) {
            return Use.PRIVATE;
        } else if (owner == null || !owner.written) {
            return Use.READ_ONLY;
        }
        return owner.followers.isEmpty() ? Use.WIDELY_SHARED : Use.PRODUCER_CONSUMER;
    }

    /**
     * Notes that the next rank asks for ownership. Where this rank has asked for ownership as a reader and has not
     * written, readers need not ask for ownership.
     */
    void wantedByNext(long version, boolean written) {
        if (!written && version == owner().versionAtGrant) {
            migratory = false;
        }
    }
}
