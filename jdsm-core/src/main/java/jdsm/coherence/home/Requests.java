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
        out.count(Outbox.Event.FETCH);
        if (u.updates || !out.fetch(u.unit(), u.readRequest)) {
            ask(u, out);
        }
    }

    /** Sends the request under way to the owner. */
    void ask(HomeState u, Outbox out) {
        out.send(u.lastOwner, CoherenceMessage.readRequest(u.unit(), me, u.readRequest, has(u), u.updates));
    }

    private static long has(HomeState u) {
        return u.isValid() ? u.version : -1;
    }

    void ownership(HomeState u, boolean homeOnly, Outbox out) {
        long has = has(u);
        int towards = u.hint;
        u.hint = me;
        u.requesting = true;
        out.send(towards, CoherenceMessage.acquireRequest(u.unit(), me, has, homeOnly, out.time()));
    }
}
