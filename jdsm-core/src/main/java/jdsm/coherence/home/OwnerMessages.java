package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;

/** The messages that are meant for the owner of a unit. A rank that is not the owner passes requests and diffs on. */
final class OwnerMessages {
    private final int me;
    private final Rounds rounds;
    private final Writes writes;
    private final Turns turns;

    OwnerMessages(int me, Rounds rounds, Writes writes, Turns turns) {
        this.me = me;
        this.rounds = rounds;
        this.writes = writes;
        this.turns = turns;
    }

    void onReadRequest(HomeState u, CoherenceMessage message, Outbox out) {
        if (!u.ownership().isTail()) {
            out.count(Outbox.Event.FORWARD);
            out.send(u.ownership().towardsTail(), message);
        } else if (message.rank() == me) {
            // The request has come back: ownership is here or on its way here, and ends the waits of readers.
            if (u.copyRequest().isUnderWay(message.request())) {
                u.copyRequest().cancel();
            }
        } else {
            u.queues().addRemoteRead(RemoteRead.of(message));
            turns.pump(u, out);
        }
    }

    void onAcquireRequest(HomeState u, CoherenceMessage message, Outbox out) {
        if (!u.ownership().isTail()) {
            out.count(Outbox.Event.FORWARD);
            out.send(u.ownership().passOn(message.rank()), message);
            return;
        }
        u.ownership().handOverTo(new HandOver(message, u.waitingHolders()));
        if (u.habits() != null && u.isOwner()) {
            u.habits().wantedByNext(u.versions().present(), u.isDirty() || u.access() >= UnitState.WRITE);
        }
        turns.pump(u, out);
    }

    void onDiff(HomeState u, CoherenceMessage message, Outbox out) {
        if (!u.isOwner()) {
            out.count(Outbox.Event.FORWARD);
            out.send(u.ownership().lastOwner(), message);
            return;
        }
        boolean own = message.rank() == me;
        if (!own) {
            out.apply(u.unit(), message.diff());
        }
        int passed = message.barrier() - (message.has(CoherenceMessage.IN_BARRIER) ? 1 : 0);
        Rounds.Writer writer =
                new Rounds.Writer(message.rank(), message.request(), message.version(), message.barrier(), passed);
        rounds.publish(u, message.diff(), writer, out);
        if (own) {
            writes.diffDone(u, out);
            turns.goOn(u, out);
        }
    }

    void onConfirmed(HomeState u, CoherenceMessage message, Outbox out) {
        boolean hold = rounds.onConfirmed(u, message.request(), out);
        if (hold) {
            Turns.grantHere(u, out);
            rounds.endThoseOver(u, out);
        }
        turns.goOn(u, out);
    }
}
