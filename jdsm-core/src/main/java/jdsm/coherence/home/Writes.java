package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;

/** The writes of this rank's workers beside other ranks, from the twin to the publication. */
final class Writes {
    private final int me;
    private final Rounds rounds;

    Writes(int me, Rounds rounds) {
        this.me = me;
        this.rounds = rounds;
    }

    /** Lets workers write a valid copy at a rank that is not the owner. */
    static void openForWriting(HomeState u, Outbox out) {
        markDirty(u, out);
        u.access(UnitState.WRITE);
        u.completeWriters(out);
    }

    /** Has each release publish the unit from now on. An owner whose sharers need no diff takes no twin. */
    static void markDirty(HomeState u, Outbox out) {
        boolean first = u.becomesDirty();
        if (first) {
            out.dirty(u);
        }
        if ((!u.isOwner() || ownerHasTwin(u)) && !out.hasTwin(u.unit())) {
            takeTwin(u, out);
            // A twin that is taken after the unit became dirty has writes that were not published.
            u.written().twinIsPublished(first);
        }
    }

    /**
     * Another rank gets a copy of a unit of which only this rank had one, and which workers here may be writing. A
     * comparison with the twin will show whether they do, so that a copy is not made stale without need.
     */
    static void expose(HomeState u, Outbox out) {
        boolean first = !u.isDirty() && !out.hasTwin(u.unit());
        markDirty(u, out);
        if (first && !out.hasTwin(u.unit())) {
            takeTwin(u, out);
        }
        if (first) {
            u.written().twinIsPublished(true);
        }
    }

    /** Whether the owner needs a twin: some sharer is sent its writes as diffs, or may be when it asks. */
    static boolean ownerHasTwin(HomeState u) {
        return u.publication() == Publication.UPDATE
                || u.directory().keepsChanges()
                || u.habits() != null && u.habits().hasFollowers();
    }

    /**
     * Takes the twin of a unit of elements. Other units have none: only a holder writes them, and they travel as a
     * whole.
     */
    static void takeTwin(HomeState u, Outbox out) {
        if (u.content() == Content.ELEMENTS) {
            out.takeTwin(u.unit());
            out.count(Outbox.Event.TWIN);
        }
    }

    /** See {@link MovingHome#onPublish}. */
    void publish(HomeState u, Outbox out) {
        if (u.inFlight() != null) {
            u.written().follow(out.begin());
            return;
        }
        if (!u.isOwner()) {
            Diff diff = out.hasTwin(u.unit()) ? out.diff(u.unit()) : null;
            if (diff != null) {
                send(u, diff, out);
            }
        } else {
            publishAsOwner(u, out);
        }
    }

    private void publishAsOwner(HomeState u, Outbox out) {
        Diff diff = null;
        boolean changed = true;
        if (out.hasTwin(u.unit())) {
            // Also makes the twin recent, so that no element is sent again after a transfer, when others may write it.
            diff = out.diff(u.unit());
            boolean complete =
                    u.publication() == Publication.UPDATE || u.written().twinIsPublished();
            changed = diff != null || !complete;
            diff = complete ? diff : null;
            u.written().twinIsPublished(true);
        }
        if (changed && (u.directory().isShared() || u.hasRounds())) {
            rounds.publish(
                    u,
                    diff,
                    new Rounds.Writer(
                            me,
                            Rounds.Writer.UNNUMBERED,
                            u.versions().present(),
                            out.barriersPublished(),
                            out.barriersPassed()),
                    out);
        }
    }

    private void send(HomeState u, Diff diff, Outbox out) {
        u.written().send(diff);
        u.ownership().diffSent(diff.isOfMost(), out.barriersPassed());
        if (diff.isOfMost()) {
            u.copyRequest().noteTakes(u.pace());
        }
        int number = out.begin();
        out.count(Outbox.Event.DIFF, u.unit());
        int lastBarrier = out.barriersPublished();
        int flags = lastBarrier > out.barriersPassed() ? CoherenceMessage.IN_BARRIER : 0;
        out.send(
                u.ownership().lastOwner(),
                CoherenceMessage.diff(u.unit(), me, number, u.versions().present(), flags, diff)
                        .publishedIn(lastBarrier));
    }

    /** The diff under way has been applied: publishes the later writes for which releases wait. */
    void diffDone(HomeState u, Outbox out) {
        int[] waiting = u.written().applied();
        if (waiting.length > 0) {
            publish(u, out);
            if (u.inFlight() != null) {
                u.written().follow(waiting);
            } else if (u.hasRounds()) {
                u.rounds().last().alsoEnds(waiting); // ownership has come here since
            } else {
                for (int release : waiting) {
                    out.done(release);
                }
            }
        }
    }

    /** See {@link MovingHome#onLower}. */
    static void lower(HomeState u, Outbox out) {
        if (u.access() >= UnitState.HELD) {
            return; // the holder writes without asking
        }
        if (u.access() == UnitState.WRITE) {
            if (u.isOwner() && !u.directory().isShared() && !u.isWanted()) {
                retire(u, out); // no other rank has a copy; the first to get one makes the unit dirty again
                return;
            }
            u.access(UnitState.READ);
        }
        u.becomesLowered();
    }

    /** Whether a worker here may have written the unit since this rank owns it: nobody hears of writes of the only copy. */
    boolean mayHaveWritten(HomeState u) {
        Directory directory = u.directory();
        return u.isDirty() || u.isWrittenUnasked() || directory.isLastWriter(me) || !directory.isShared();
    }

    /** See {@link MovingHome#onRetire}. */
    static void retire(HomeState u, Outbox out) {
        if (u.inFlight() != null) {
            return; // content that arrives before the answer is merged by the twin
        }
        u.becomesClean();
        out.dropTwin(u.unit());
    }
}
