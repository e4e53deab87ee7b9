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
        /** There was a version of which other ranks had to hear. */
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

    /** Ownership has come here. */
    void granted(long version, RankSet eagerSharers, boolean itMigrates) {
        owner = new OfOwner(version, eagerSharers);
        migratory = itMigrates;
        unseen = 0;
        asked = pace.fetches();
    }

    /** Ownership has gone to another rank. */
    void transferred() {
        owner = null;
    }

    /** Whether a rank that reads the unit writes it next, so that reading it is a reason to ask for ownership. */
    boolean isMigratory() {
        return migratory;
    }

    /** The owner has told this rank that the unit is migratory. */
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

    /** All eager copies are about to be invalidated, but for the copy of one rank if that is eager. */
    void keepEagerOnly(int rank) {
        RankSet kept = new RankSet();
        if (owner().eager.contains(rank)) {
            kept.add(rank);
        }
        owner().eager = kept;
    }

    /** All eager copies are about to be invalidated. */
    void dropEager() {
        owner().eager.clear();
    }

    /** Only some ranks may have a copy any more. */
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

    /** A rank wants no more changes without asking. */
    void unwantedBy(int rank) {
        owner().followers.remove(rank);
    }

    /** A rank gets a copy for which it has asked. */
    void served(int rank, boolean eagerly) {
        OfOwner seen = owner();
        seen.fetched.add(rank);
        if (eagerly) {
            seen.eager.add(rank);
            seen.followers.remove(rank);
        }
    }

    /**
     * There is a new version.
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

    /** A present copy has come with a lock: while copies come so, ownership saves no message. */
    void cameWithLock() {
        asked = 0;
    }

    /** A present copy is needed here. @return whether to ask for ownership in place of it */
    boolean asksForHome() {
        if (!migratory) {
            return false;
        }
        boolean enough = asked >= pace.fetches();
        asked += enough ? 0 : 1;
        return enough;
    }

    /** Another change has come unasked. @return whether no more shall come */
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
     * The next rank asks for ownership. Where this rank has asked for ownership as a reader and has not written,
     * readers need not ask for ownership.
     */
    void wantedByNext(long version, boolean written) {
        if (!written && version == owner().versionAtGrant) {
            migratory = false;
        }
    }
}
