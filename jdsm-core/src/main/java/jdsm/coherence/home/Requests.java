package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.NotInlined;
import jdsm.coherence.Outbox;

/** What a rank asks others for. */
@NotInlined
final class Requests {
    private final int me;

    Requests(int me) {
        this.me = me;
    }

    void copy(HomeState u, Outbox out) {
        u.readRequest = ++u.lastRequest;
        u.ahead = false;
        u.wanted(out);
        out.count(Outbox.Event.FETCH);
        if (u.updates || !out.fetch(u.unit(), u.readRequest)) {
            ask(u, out);
        }
    }

    /** As {@link #copy}, for nobody yet: where it comes before it is missed, nobody waits. */
    void copyAhead(HomeState u, Outbox out) {
        copy(u, out);
        u.ahead = true;
        out.count(Outbox.Event.FETCH_AHEAD);
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
