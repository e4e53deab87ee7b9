package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;

/**
 * Changes that the owner sends to copies unasked, under ADAPT. No release waits for them: an acquire relies on the
 * write notice. A change that arrives before the notice spares the fetch, and one that arrives out of turn is ignored.
 */
final class Pushes {
    private final int me;

    Pushes(int me) {
        this.me = me;
    }

    void onPush(HomeState u, int from, CoherenceMessage message, Outbox out) {
        if (u.isOwner()
                || u.ownership().isRequested()
                || u.versions().inPlace() != message.version() - 1
                || message.version() < u.minVersion()) {
            return;
        }
        if (!CopyMessages.admitsUnacquired(u)) {
            out.send(from, CoherenceMessage.unwanted(u.unit(), me));
            return;
        }
        if (u.habits().pushed(u.access() != UnitState.UNSEEN)) {
            u.access(UnitState.INVALID);
            out.send(from, CoherenceMessage.unwanted(u.unit(), me));
            return;
        }
        out.apply(u.unit(), message.diff());
        u.versions().installed(message.version());
        u.ownership().ownerIs(from);
        out.count(Outbox.Event.PUSH);
        if (u.access() < UnitState.WRITE) {
            u.access(UnitState.UNSEEN);
        }
        serve(u, out);
    }

    /**
     * Ends the waits of workers with the copy as it is now: they need not wait for the copy that is under way. Workers
     * that want everything that was released wait for it.
     */
    private static void serve(HomeState u, Outbox out) {
        if (u.isWantedUpToDate()) {
            return;
        }
        if (u.hasReaders()) {
            u.access(UnitState.READ);
            u.completeReaders(out);
        }
        if (u.hasWriters()) {
            Writes.openForWriting(u, out);
        }
    }

    static void onUnwanted(HomeState u, CoherenceMessage message) {
        if (u.isOwner()) {
            u.habits().unwantedBy(message.rank());
        }
    }
}
