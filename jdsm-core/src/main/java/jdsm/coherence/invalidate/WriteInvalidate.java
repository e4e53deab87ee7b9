package jdsm.coherence.invalidate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Outbox;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.coherence.invalidate.InvalidateState.RemoteRead;

/*
 * Requests for ownership follow the path-reversal scheme of Naimi, Trehel and Arnold (A log(N) distributed mutual exclusion
 * algorithm based on path reversal, JPDC 34, 1996): a rank passes a request on towards its hint and then points to the
 * asker. So the ranks that wait form a queue, each knowing the next, and no rank keeps a list. Requests for copies go to the
 * last owner that the asker has heard of, and from there along the hints without turning them; the rank at their end answers
 * when it owns the unit and nobody holds it. (The last owner must not become the hint: two ranks could point to each other.)
 *
 * A reply and an invalidation come over different connections, so one can overtake the other. Versions tell: the owner
 * raises the version with each round of invalidations, and a reply of a lower version than the last invalidation ends the
 * waits that began before it, but leaves no valid copy.
 */

/**
 * Write-invalidate release consistency with exclusive acquire and ownership that moves (JDSM paper, section 3.2).
 *
 * <p>{@code acquire} brings ownership and the exclusive right to this rank: every other copy is invalidated, and has
 * confirmed it, before the worker goes on. {@code update} brings a copy as of the last release; while a worker holds the
 * unit, it waits. A unit that stays on one rank costs no message, and a release costs none unless somebody waits. Workers
 * of one rank and other ranks get their turn in the order in which they ask at the owner; what waits to read is served at
 * each release.
 */
public final class WriteInvalidate implements CoherenceProtocol<InvalidateState> {
    public static final String NAME = "write-invalidate";

    private final int me;
    private final int ranks;

    /** The reducer of rank {@code me} of {@code ranks}. */
    public WriteInvalidate(int me, int ranks) {
        this.me = me;
        this.ranks = ranks;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public InvalidateState newState(int unit, int owner, boolean replicated) {
        boolean mine = owner == me;
        boolean shared = replicated && ranks > 1;
        int access = shared ? UnitState.READ : mine ? UnitState.WRITE : UnitState.INVALID;
        InvalidateState state = new InvalidateState(unit, access, owner, mine);
        if (mine && shared) {
            state.sharers = RankSet.allBut(ranks, me);
        }
        return state;
    }

    @Override
    public void onFault(InvalidateState u, Waiter waiter, Outbox out) {
        if (u.readableBy(waiter.worker())) {
            out.complete(waiter);
            return;
        }
        u.readers().add(waiter);
        if (u.owner) {
            pump(u, out);
        } else if (!u.requesting && u.readRequest == 0) {
            requestCopy(u, out);
        }
    }

    @Override
    public void onAcquire(InvalidateState u, Waiter waiter, Outbox out) {
        if (u.heldBy(waiter.worker())) {
            out.again(waiter);
            return;
        }
        u.acquirers().add(waiter);
        if (u.owner) {
            pump(u, out);
        } else if (!u.requesting) {
            requestOwnership(u, out);
        }
    }

    @Override
    public void onRelease(InvalidateState u, Outbox out) {
        settle(u, out);
    }

    @Override
    public void onMessage(InvalidateState u, int from, CoherenceMessage message, Outbox out) {
        switch (message.type()) {
            case READ_REQUEST -> onReadRequest(u, message, out);
            case READ_REPLY -> onReadReply(u, from, message, out);
            case ACQUIRE_REQUEST -> onAcquireRequest(u, message, out);
            case GRANT -> onGrant(u, message, out);
            case INVALIDATE -> onInvalidate(u, from, message, out);
            case INVALIDATED -> onInvalidated(u, out);
        }
    }

    private void onReadRequest(InvalidateState u, CoherenceMessage message, Outbox out) {
        if (u.hint != me) {
            out.count(Outbox.Event.FORWARD);
            out.send(u.hint, message);
        } else if (message.rank() == me) {
            // It has come round: ownership is here or on its way here, and will answer those who read.
            if (message.request() == u.readRequest) {
                u.readRequest = 0;
            }
        } else {
            u.remoteReads().add(new RemoteRead(message.rank(), message.request()));
            pump(u, out);
        }
    }

    private void onReadReply(InvalidateState u, int from, CoherenceMessage message, Outbox out) {
        if (message.request() != u.readRequest) {
            return; // ownership came first, with content that is at least as new
        }
        u.readRequest = 0;
        out.install(u.unit());
        u.version = message.version();
        if (message.version() >= u.minVersion) {
            u.lastOwner = from;
            u.access(UnitState.READ);
            completeReaders(u, u.readers().size(), out);
            return;
        }
        out.count(Outbox.Event.STALE_REPLY);
        completeReaders(u, u.staleReaders, out);
        if (u.hasReaders() && !u.requesting) {
            requestCopy(u, out);
        }
    }

    private void onAcquireRequest(InvalidateState u, CoherenceMessage message, Outbox out) {
        int asker = message.rank();
        int towards = u.hint;
        u.hint = asker;
        if (towards != me) {
            out.count(Outbox.Event.FORWARD);
            out.send(towards, message);
            return;
        }
        u.next = asker;
        u.nextHas = message.version();
        u.aheadOfNext = u.hasAcquirers() ? u.acquirers().size() : 0;
        pump(u, out);
    }

    private void onGrant(InvalidateState u, CoherenceMessage message, Outbox out) {
        if (message.hasContent()) {
            out.install(u.unit());
        }
        out.count(Outbox.Event.OWNERSHIP_MOVE);
        u.owner = true;
        u.requesting = false;
        u.readRequest = 0;
        u.staleReaders = 0;
        u.version = message.version();
        u.sharers = message.sharers();
        u.access(UnitState.READ);
        settle(u, out);
    }

    private void onInvalidate(InvalidateState u, int from, CoherenceMessage message, Outbox out) {
        u.minVersion = Math.max(u.minVersion, message.version());
        if (u.access() == UnitState.READ) {
            u.access(UnitState.INVALID);
            out.count(Outbox.Event.INVALIDATION);
        }
        if (u.readRequest != 0) {
            u.staleReaders = u.readers().size();
        }
        u.lastOwner = from;
        out.send(from, CoherenceMessage.invalidated(u.unit()));
    }

    private void onInvalidated(InvalidateState u, Outbox out) {
        if (--u.pendingAcks == 0) {
            u.upgrading = false;
            grantHere(u, out);
        }
    }

    private void requestCopy(InvalidateState u, Outbox out) {
        u.readRequest = ++u.lastRequest;
        u.staleReaders = 0;
        out.count(Outbox.Event.FETCH);
        out.send(u.lastOwner, CoherenceMessage.readRequest(u.unit(), me, u.readRequest));
    }

    private void requestOwnership(InvalidateState u, Outbox out) {
        long has = u.access() == UnitState.READ ? u.version : -1;
        int towards = u.hint;
        u.hint = me;
        u.requesting = true;
        out.send(towards, CoherenceMessage.acquireRequest(u.unit(), me, has));
    }

    /** Somebody new waits: serves whom it can, or sees to it that the holder's release does. */
    private void pump(InvalidateState u, Outbox out) {
        if (!u.owner || u.upgrading) {
            return;
        }
        // READ is closed to workers that want to hold the unit; WRITE must be taken from them, and they may be faster.
        while (u.access() != UnitState.READ && !u.lower(UnitState.HELD_WANTED)) {
            if (u.want()) {
                return;
            }
        }
        settle(u, out);
    }

    /** The unit is owned here, and nobody holds it or can take it: serves the waiting, and opens it again. */
    private void settle(InvalidateState u, Outbox out) {
        completeReaders(u, u.hasReaders() ? u.readers().size() : 0, out);
        serveRemoteReads(u, out);
        if (u.hasAcquirers() && (u.next < 0 || u.aheadOfNext > 0)) {
            if (u.sharers.isEmpty()) {
                grantHere(u, out);
            } else {
                invalidateSharers(u, out);
            }
        } else if (u.next >= 0) {
            transfer(u, out);
        } else {
            u.access(u.sharers.isEmpty() ? UnitState.WRITE : UnitState.READ);
        }
    }

    private void serveRemoteReads(InvalidateState u, Outbox out) {
        if (!u.hasRemoteReads()) {
            return;
        }
        for (RemoteRead read : u.remoteReads()) {
            u.sharers.add(read.rank());
            out.send(read.rank(), CoherenceMessage.readReply(u.unit(), read.request(), u.version));
        }
        u.remoteReads().clear();
    }

    private void invalidateSharers(InvalidateState u, Outbox out) {
        u.access(UnitState.READ);
        u.upgrading = true;
        u.pendingAcks = u.sharers.size();
        u.version++;
        RankSet sharers = u.sharers;
        u.sharers = new RankSet();
        sharers.forEach(rank -> out.send(rank, CoherenceMessage.invalidate(u.unit(), u.version)));
    }

    private void grantHere(InvalidateState u, Outbox out) {
        Waiter first = u.acquirers().remove();
        u.aheadOfNext--;
        List<Waiter> again = sameWorker(u, first);
        u.hold(first.worker(), u.wanted());
        out.complete(first);
        again.forEach(out::again);
    }

    /** Takes the other waits of the worker out of the queue: it holds the unit now, and may hold it more than once. */
    private static List<Waiter> sameWorker(InvalidateState u, Waiter first) {
        List<Waiter> same = new ArrayList<>(0);
        int position = 0;
        for (Iterator<Waiter> rest = u.acquirers().iterator(); rest.hasNext(); position++) {
            Waiter other = rest.next();
            if (other.worker() == first.worker()) {
                rest.remove();
                same.add(other);
                if (position-- < u.aheadOfNext) {
                    u.aheadOfNext--;
                }
            }
        }
        return same;
    }

    private void transfer(InvalidateState u, Outbox out) {
        int to = u.next;
        u.next = -1;
        u.aheadOfNext = 0;
        RankSet sharers = u.sharers;
        u.sharers = new RankSet();
        sharers.remove(to);
        u.owner = false;
        u.lastOwner = to;
        u.access(UnitState.INVALID);
        out.send(to, CoherenceMessage.grant(u.unit(), u.version, sharers, u.nextHas != u.version));
        if (u.hasAcquirers()) {
            requestOwnership(u, out);
        }
    }

    private static void completeReaders(InvalidateState u, int count, Outbox out) {
        if (count == 0) {
            return;
        }
        List<Waiter> served = u.readers().subList(0, count);
        served.forEach(out::complete);
        served.clear();
        u.staleReaders = 0;
    }

    @Override
    public String describe(InvalidateState u) {
        String role = u.owner ? "owned here" : "last known owner rank " + u.lastOwner;
        String held = u.access() >= UnitState.HELD ? ", held" : "";
        String wait = u.upgrading ? ", waits for " + u.pendingAcks + " ranks to invalidate their copies" : "";
        return role + held + wait + (u.next >= 0 ? ", next rank " + u.next : "");
    }
}
