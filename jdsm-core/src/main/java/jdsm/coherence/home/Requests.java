package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;

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
        boolean eager = u.habits != null && u.habits.updates;
        out.send(u.lastOwner, CoherenceMessage.readRequest(u.unit(), me, u.readRequest, eager));
    }

    void ownership(HomeState u, boolean homeOnly, Outbox out) {
        long has = u.isValid() ? u.version : -1;
        int towards = u.hint;
        u.hint = me;
        u.requesting = true;
        out.send(towards, CoherenceMessage.acquireRequest(u.unit(), me, has, homeOnly, out.time()));
    }
}
