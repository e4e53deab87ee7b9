package jdsm.coherence.home;

import jdsm.coherence.RankSet;
import jdsm.coherence.Use;

/**
 * How a unit is used, as far as this rank has seen, and what follows from it; under
 * {@link jdsm.coherence.Publication#ADAPT} only. What belongs to the owner begins anew with each owner, but for
 * {@code migratory}.
 */
final class Habits {
    private static final int NOBODY = -1;

    /** Who reads the unit writes it next: to read it is to ask for ownership. */
    boolean migratory;
    /** How many pushed copies in a row nobody here has looked at. */
    private int unseen;
    /** How many copies in a row were asked for here since one came with a lock; no more than matter. */
    private int asked;

    /** Owner: who has a copy that is invalidated before anything newer is released; some may be told needlessly. */
    RankSet eager = new RankSet();
    /** Owner: who gets what changes without asking; none of the eager. */
    final RankSet followers = new RankSet();
    /** Owner: who has fetched the present version. */
    private RankSet fetched = new RankSet();
    /** Owner: who had fetched the version before. */
    private RankSet fetchedBefore = new RankSet();

    private final Pace pace;
    private int lastWriter = NOBODY;
    private int handOvers;
    /** There was a version that others had to hear of. */
    private boolean written;
    /** Owner: the version that came with ownership. */
    private long versionAtGrant;

    Habits(Pace pace) {
        this.pace = pace;
        this.asked = pace.fetches();
    }

    /** Ownership has come here. */
    void granted(long version, RankSet eagerSharers, boolean itMigrates) {
        eager = eagerSharers;
        followers.clear();
        fetched.clear();
        fetchedBefore.clear();
        lastWriter = NOBODY;
        handOvers = 0;
        versionAtGrant = version;
        written = false;
        migratory = itMigrates;
        unseen = 0;
        asked = pace.fetches();
    }

    /** A rank gets a copy that it has asked for. */
    void served(int rank, boolean eagerly) {
        fetched.add(rank);
        if (eagerly) {
            eager.add(rank);
            followers.remove(rank);
        }
    }

    /**
     * There is a new version.
     *
     * @param readFirst whether the writer has what was written before
     * @param meanwhile whether somebody else may have written at the same time
     */
    void published(int writer, boolean readFirst, boolean meanwhile) {
        RankSet faithful = fetched.copy();
        if (pace.fetches() > 1) {
            faithful.retainAll(fetchedBefore);
        }
        faithful.removeAll(eager);
        followers.addAll(faithful);
        boolean others = fetched.size() > (fetched.contains(writer) ? 1 : 0);
        if (others || meanwhile) {
            handOvers = 0;
            migratory = false;
        } else if (writer != lastWriter && readFirst) {
            handOvers++;
            migratory |= handOvers >= pace.handOvers();
        }
        written = true;
        lastWriter = writer;
        fetchedBefore = fetched;
        fetched = new RankSet();
    }

    /** A present copy has come with a lock: to ask for ownership could be no cheaper, as long as that goes on. */
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

    Use use(boolean shared) {
        if (migratory) {
            return Use.MIGRATORY;
        } else if (!shared) {
            return Use.PRIVATE;
        } else if (!written) {
            return Use.READ_ONLY;
        }
        return followers.isEmpty() ? Use.WIDELY_SHARED : Use.PRODUCER_CONSUMER;
    }

    /** The next rank asks for ownership; if this one has come by it as a reader and not written, others need not do so. */
    void wantedByNext(long version, boolean written) {
        if (!written && version == versionAtGrant) {
            migratory = false;
        }
    }
}
