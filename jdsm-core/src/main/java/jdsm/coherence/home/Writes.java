package jdsm.coherence.home;

import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.NotInlined;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;

/** What workers of this rank have written beside others, and how it is published. */
@NotInlined
final class Writes {
    private final int me;
    private final Rounds rounds;

    Writes(int me, Rounds rounds) {
        this.me = me;
        this.rounds = rounds;
    }

    /** Not the owner, with a valid copy: lets workers write it. */
    static void openForWriting(HomeState u, Outbox out) {
        markDirty(u, out);
        u.access(UnitState.WRITE);
        u.completeWriters(out);
    }

    /** From here on each release publishes the unit. Without a twin where the owner tells others no more than that. */
    static void markDirty(HomeState u, Outbox out) {
        boolean first = !u.dirty;
        if (first) {
            u.dirty = true;
            out.dirty(u);
        }
        u.lowered = false;
        if ((!u.owner || ownerHasTwin(u)) && !out.hasTwin(u.unit())) {
            takeTwin(u, out);
            // Where it is taken later than the unit became dirty, it lacks what was written before.
            u.twinIsPublished = first;
        }
    }

    /**
     * Somebody else gets a copy of what only this rank had. Workers here may write on, or may not have for long: the twin will
     * tell, so that a copy which is still good is not made stale.
     */
    static void expose(HomeState u, Outbox out) {
        boolean first = !u.dirty && !out.hasTwin(u.unit());
        markDirty(u, out);
        if (first && !out.hasTwin(u.unit())) {
            takeTwin(u, out);
        }
        u.twinIsPublished |= first;
    }

    /** Whether it matters what the owner has written, not only that it has. */
    static boolean ownerHasTwin(HomeState u) {
        return u.publication == Publication.UPDATE || u.habits != null && !u.habits.followers.isEmpty();
    }

    /** Of what changes as a whole there is no twin: only a holder writes it. */
    static void takeTwin(HomeState u, Outbox out) {
        if (u.content == Content.ELEMENTS) {
            out.takeTwin(u.unit());
            out.count(Outbox.Event.TWIN);
        }
    }

    /** See {@link MovingHome#onPublish}. */
    void publish(HomeState u, Outbox out) {
        if (u.inFlight != null) {
            u.again().add(out.begin());
            return;
        }
        if (!u.owner) {
            u.inFlight = out.hasTwin(u.unit()) ? out.diff(u.unit()) : null;
            if (u.inFlight != null) {
                sendDiff(u, out.begin(), out);
            }
        } else {
            publishAsOwner(u, out);
        }
    }

    private void publishAsOwner(HomeState u, Outbox out) {
        Diff diff = null;
        boolean changed = true;
        if (out.hasTwin(u.unit())) {
            // Also so that after a transfer nothing is sent once more that others may write by then.
            diff = out.diff(u.unit());
            boolean complete = u.publication == Publication.UPDATE || u.twinIsPublished;
            changed = diff != null || !complete;
            diff = complete ? diff : null;
            u.twinIsPublished = true;
        }
        if (changed && (!u.sharers.isEmpty() || u.hasRounds())) {
            rounds.publish(u, diff, new Rounds.Writer(me, out.begin(), u.version), out);
        }
    }

    private void sendDiff(HomeState u, int number, Outbox out) {
        out.count(Outbox.Event.DIFF);
        out.send(u.lastOwner, CoherenceMessage.diff(u.unit(), me, number, u.version, u.inFlight));
    }

    /** The diff in flight has been applied: what was written since, and has to be published, is next. */
    void diffDone(HomeState u, Outbox out) {
        u.inFlight = null;
        if (u.hasAgain()) {
            List<Integer> waiting = List.copyOf(u.again());
            u.again().clear();
            publish(u, out);
            if (u.inFlight != null) {
                u.again().addAll(waiting);
            } else if (u.hasRounds()) {
                u.rounds().getLast().alsoEnds(waiting); // ownership has come here meanwhile
            } else {
                waiting.forEach(out::done);
            }
        }
    }

    /** See {@link MovingHome#onLower}. */
    static void lower(HomeState u, Outbox out) {
        if (u.access() >= UnitState.HELD) {
            return; // the holder does not ask
        }
        if (u.access() == UnitState.WRITE) {
            if (u.owner && u.sharers.isEmpty() && !u.wanted()) {
                retire(u, out); // nobody has a copy, and who gets one makes it dirty again
                return;
            }
            u.access(UnitState.READ);
        }
        u.lowered = true;
    }

    /** See {@link MovingHome#onRetire}. */
    static void retire(HomeState u, Outbox out) {
        if (u.inFlight != null) {
            return; // what is fetched meanwhile is compared with the twin
        }
        u.dirty = false;
        u.lowered = false;
        u.twinIsPublished = false;
        out.dropTwin(u.unit());
    }
}
