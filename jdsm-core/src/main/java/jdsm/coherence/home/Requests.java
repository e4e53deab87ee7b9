package jdsm.coherence.home;

import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;

/** The requests that a rank sends: for copies, and for ownership. */
final class Requests {
    private final int me;

    Requests(int me) {
        this.me = me;
    }

    /** Requests a copy that is missed here. */
    void copy(HomeState u, Outbox out) {
        missed(u, out);
        u.copyRequest().miss();
        send(u, out);
    }

    /** Requests a copy that no worker has missed yet: if it arrives in time, none waits. */
    void copyAhead(HomeState u, Outbox out) {
        u.copyRequest().foresee();
        send(u, out);
        out.count(Outbox.Event.FETCH_AHEAD);
    }

    private void send(HomeState u, Outbox out) {
        boolean upToDate = u.isWantedUpToDate();
        if (u.hasElementsAndNotices()
                && !upToDate
                && !out.canExport(u.ownership().lastOwner())) {
            u.copyRequest().note(out.barriersPassed(), u.pace());
        }
        out.count(Outbox.Event.FETCH, u.unit());
        if (upToDate || !out.fetch(u.unit(), u.copyRequest().number())) {
            ask(u, out);
        }
    }

    /** Sends the request under way to the owner. */
    void ask(HomeState u, Outbox out) {
        int number = u.copyRequest().number();
        boolean upToDate = u.isWantedUpToDate();
        CoherenceMessage.Room room = upToDate ? CoherenceMessage.Room.NONE : out.room(u.unit());
        CoherenceMessage request = u.acquiresCopies()
                ? CoherenceMessage.acquiringReadRequest(u.unit(), me, number, has(u), out.time())
                : CoherenceMessage.readRequest(u.unit(), me, number, has(u), upToDate, room);
        long stale = u.isValid() || !u.hasElementsAndNotices() || u.acquiresCopies()
                ? -1
                : u.versions().inPlace();
        out.send(u.ownership().lastOwner(), stale < 0 ? request : request.fromStale(stale));
    }

    /** The version of the copy here, or -1. */
    private static long has(HomeState u) {
        return u.isValid() ? u.versions().present() : -1;
    }

    private static void missed(HomeState u, Outbox out) {
        Misses takes = u.takes();
        if (takes != null) {
            takes.wanted(out.barriersPassed());
        }
    }

    /** Requests ownership of a unit that a worker misses here, and that this rank is likely to write. */
    void home(HomeState u, Outbox out) {
        missed(u, out);
        ownership(u, true, out);
    }

    /** Requests ownership of a unit that no worker has missed yet. */
    void homeAhead(HomeState u, Outbox out) {
        home(u, out);
        out.count(Outbox.Event.OWNERSHIP_AHEAD);
    }

    /** Ownership is about to leave this rank: if misses have a period, the next request is made ahead of need. */
    static void foreseeTake(HomeState u, Outbox out) {
        Misses takes = u.takes();
        if (takes != null && takes.expected() > out.barriersPassed()) {
            out.foresee(u, takes.expected());
        }
    }

    /** A valid copy here is about to be stale: if requests have a period, the next one is made ahead of need. */
    static void foresee(HomeState u, Outbox out) {
        foreseeTake(u, out);
        Misses reads = u.reads();
        if (reads == null) {
            return;
        }
        if (u.access() == HomeState.UNSEEN) {
            reads.inVain();
        } else if (reads.expected() > out.barriersPassed()) {
            out.foresee(u, reads.expected());
        }
    }

    /** Requests ownership. @param homeOnly to write in place, and not to hold the unit */
    void ownership(HomeState u, boolean homeOnly, Outbox out) {
        long has = has(u);
        int towards = u.ownership().request();
        CoherenceMessage request = CoherenceMessage.acquireRequest(u.unit(), me, has, homeOnly, out.time());
        out.send(towards, homeOnly ? request : request.withRoom(out.roomWithHold(u.unit())));
    }
}
