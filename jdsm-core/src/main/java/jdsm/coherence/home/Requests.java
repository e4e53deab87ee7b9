package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;

/** What a rank asks others for. */
final class Requests {
    private final int me;

    Requests(int me) {
        this.me = me;
    }

    void copy(HomeState u, Outbox out) {
        u.readRequest = ++u.lastRequest;
        u.staleReaders = 0;
        out.count(Outbox.Event.FETCH);
        out.send(u.lastOwner, CoherenceMessage.readRequest(u.unit(), me, u.readRequest));
    }

    void ownership(HomeState u, boolean homeOnly, Outbox out) {
        long has = u.access() >= UnitState.READ ? u.version : -1;
        int towards = u.hint;
        u.hint = me;
        u.requesting = true;
        out.send(towards, CoherenceMessage.acquireRequest(u.unit(), me, has, homeOnly, out.time()));
    }
}
