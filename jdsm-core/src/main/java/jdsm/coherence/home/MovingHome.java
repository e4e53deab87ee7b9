package jdsm.coherence.home;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.coherence.WriteConflictException;
import jdsm.coherence.home.HomeState.RemoteRead;

/*
 * Requests for ownership follow the path-reversal scheme of Naimi, Trehel and Arnold (A log(N) distributed mutual exclusion
 * algorithm based on path reversal, JPDC 34, 1996): a rank passes a request on towards its hint and then points to the
 * asker. So the ranks that wait form a queue, each knowing the next, and no rank keeps a list. Requests for copies go to the
 * last owner that the asker has heard of, and from there along the hints without turning them; the rank at their end answers
 * when it owns the unit and nobody holds it. (The last owner must not become the hint: two ranks could point to each other.)
 *
 * A reply and an invalidation come over different connections, so one can overtake the other. Versions tell: the owner
 * raises the version with each publication, and a reply of a lower version than the last invalidation ends the waits that
 * began before it, but leaves no valid copy.
 *
 * What a rank has written without being the owner goes to the owner along those who have been, each of which knows to whom
 * it has granted: behind the GRANT, on the same connection. Who waits for ownership has no part in that, so that a release
 * never waits for somebody else's hold. A rank does not grant on while a diff of its own is on its way: that one comes back
 * to it, for it is the owner.
 */

/**
 * Release consistency with an owner that moves (JDSM paper, section 3.2, and beyond it several writers by twin and diff).
 *
 * <p>{@code acquire} brings ownership and the exclusive right to this rank. Beside it, several ranks may write a unit in one
 * interval: each keeps a twin, and its release sends the owner what differs. The first to write a unit that nobody has
 * written becomes its owner. How other ranks hear of what a release publishes is a matter of the unit's
 * {@link Publication}: under INVALIDATE, every copy is invalidated and has confirmed it before a hold begins and before a
 * release ends; under NOTIFY, a copy stays until a notice names it; under UPDATE, copies get what was written.
 *
 * <p>A unit that stays on one rank costs no message, and the release of a hold costs none unless somebody waits. Workers of
 * one rank and other ranks get their turn in the order in which they ask at the owner; what waits to read or to write beside
 * others is served at each release.
 */
public final class MovingHome implements CoherenceProtocol<HomeState> {
    private final int me;
    private final int ranks;
    private final Rounds rounds;

    /** The reducer of rank {@code me} of {@code ranks}. */
    public MovingHome(int me, int ranks) {
        this.me = me;
        this.ranks = ranks;
        this.rounds = new Rounds(me);
    }

    @Override
    public HomeState newState(Initial initial) {
        boolean mine = initial.owner() == me;
        boolean shared = initial.replicated() && ranks > 1;
        int access = shared ? UnitState.READ : mine ? UnitState.OWNED : UnitState.INVALID;
        HomeState state =
                new HomeState(initial.unit(), access, initial.owner(), initial.publication(), initial.content());
        state.owner = mine;
        if (mine && shared) {
            state.sharers = RankSet.allBut(ranks, me);
            state.fresh = state.sharers.copy();
        }
        return state;
    }

    // What workers ask for.

    @Override
    public void onFault(HomeState u, Waiter waiter, Outbox out) {
        if (u.readableBy(waiter.worker())) {
            out.complete(waiter);
            return;
        }
        u.readers().add(waiter);
        serveOrFetch(u, out);
    }

    @Override
    public void onUpdate(HomeState u, Waiter waiter, Outbox out) {
        if (u.owner || u.copiesAreCurrent()) {
            onFault(u, waiter, out); // a copy that is readable has everything
        } else if (u.readRequest != 0) {
            u.lateReaders().add(waiter);
        } else {
            u.readers().add(waiter);
            serveOrFetch(u, out);
        }
    }

    @Override
    public void onWriteFault(HomeState u, Waiter waiter, Outbox out) {
        if (u.writableBy(waiter.worker())) {
            out.complete(waiter);
            return;
        }
        u.writers().add(waiter);
        if (u.owner) {
            pump(u, out);
        } else if (!u.requesting && u.readRequest == 0) {
            boolean untouched = u.version == 0 && u.minVersion == 0 && !u.dirty;
            if (untouched) {
                requestOwnership(u, true, out);
            } else if (u.access() >= UnitState.READ) {
                openForWriting(u, out);
            } else {
                requestCopy(u, out);
            }
        }
    }

    @Override
    public void onAcquire(HomeState u, Waiter waiter, Outbox out) {
        if (u.heldBy(waiter.worker())) {
            out.again(waiter);
            return;
        }
        u.acquirers().add(waiter);
        if (u.owner) {
            pump(u, out);
        } else if (!u.requesting) {
            requestOwnership(u, false, out);
        }
    }

    @Override
    public void onRelease(HomeState u, Outbox out) {
        if (u.publication == Publication.UPDATE && u.dirty) {
            onPublish(u, out); // who has a copy shall read it without asking
        }
        settle(u, out);
    }

    private void serveOrFetch(HomeState u, Outbox out) {
        if (u.owner) {
            pump(u, out);
        } else if (!u.requesting && u.readRequest == 0) {
            requestCopy(u, out);
        }
    }

    private void requestCopy(HomeState u, Outbox out) {
        u.readRequest = ++u.lastRequest;
        u.staleReaders = 0;
        out.count(Outbox.Event.FETCH);
        out.send(u.lastOwner, CoherenceMessage.readRequest(u.unit(), me, u.readRequest));
    }

    private void requestOwnership(HomeState u, boolean homeOnly, Outbox out) {
        long has = u.access() >= UnitState.READ ? u.version : -1;
        int towards = u.hint;
        u.hint = me;
        u.requesting = true;
        out.send(towards, CoherenceMessage.acquireRequest(u.unit(), me, has, homeOnly, out.time()));
    }

    /** Not the owner, with a valid copy: lets workers write it. */
    private static void openForWriting(HomeState u, Outbox out) {
        markDirty(u, out);
        u.access(UnitState.WRITE);
        complete(u.writers(), u.writers().size(), out);
    }

    // What was written.

    /** From here on each release publishes the unit. Without a twin where the owner tells others no more than that. */
    private static void markDirty(HomeState u, Outbox out) {
        if (!u.dirty) {
            u.dirty = true;
            out.dirty(u);
        }
        u.lowered = false;
        if ((!u.owner || ownerHasTwin(u)) && !out.hasTwin(u.unit())) {
            takeTwin(u, out);
        }
    }

    /** Whether it matters what the owner has written, not only that it has. */
    private static boolean ownerHasTwin(HomeState u) {
        return u.publication == Publication.UPDATE || u.content == Content.WHOLE;
    }

    private static void takeTwin(HomeState u, Outbox out) {
        out.takeTwin(u.unit());
        out.count(Outbox.Event.TWIN);
    }

    @Override
    public void onPublish(HomeState u, Outbox out) {
        if (u.inFlight != null) {
            u.again().add(out.begin());
            return;
        }
        if (!u.owner) {
            u.inFlight = out.diff(u.unit());
            if (u.inFlight != null) {
                sendDiff(u, out.begin(), out);
            }
        } else {
            publishAsOwner(u, out);
        }
    }

    private void publishAsOwner(HomeState u, Outbox out) {
        Diff diff = null;
        if (out.hasTwin(u.unit())) {
            diff = out.diff(
                    u.unit()); // so that after a transfer nothing is sent once more that others may write by then
        }
        if (!u.sharers.isEmpty() && (diff != null || !ownerHasTwin(u))) {
            rounds.publish(u, diff, me, out.begin(), out);
        }
    }

    private void sendDiff(HomeState u, int number, Outbox out) {
        out.count(Outbox.Event.DIFF);
        out.send(u.lastOwner, CoherenceMessage.diff(u.unit(), me, number, u.inFlight));
    }

    /** The diff in flight has been applied: what was written since, and has to be published, is next. */
    private void diffDone(HomeState u, Outbox out) {
        u.inFlight = null;
        if (u.hasAgain()) {
            List<Integer> waiting = List.copyOf(u.again());
            u.again().clear();
            onPublish(u, out);
            if (u.inFlight != null) {
                u.again().addAll(waiting);
            } else {
                waiting.forEach(out::done);
            }
        }
        goOn(u, out);
    }

    @Override
    public void onLower(HomeState u, Outbox out) {
        if (u.access() >= UnitState.HELD) {
            return; // the holder does not ask
        }
        if (u.access() == UnitState.WRITE) {
            if (u.owner && u.sharers.isEmpty() && !u.wanted()) {
                onRetire(u, out); // nobody has a copy, and who gets one makes it dirty again
                return;
            }
            u.access(UnitState.READ);
        }
        u.lowered = true;
    }

    @Override
    public void onRetire(HomeState u, Outbox out) {
        if (u.inFlight != null) {
            return; // what is fetched meanwhile is compared with the twin
        }
        u.dirty = false;
        u.lowered = false;
        out.dropTwin(u.unit());
    }

    @Override
    public void onPublished(HomeState u, Outbox out) {
        u.publishing = false;
        u.published = !u.publishAgain;
        u.publishAgain = false;
        goOn(u, out);
    }

    @Override
    public void onNotice(HomeState u, long version, Outbox out) {
        if (u.owner || u.version >= version && u.access() >= UnitState.READ) {
            return;
        }
        invalidate(u, version, out);
    }

    @Override
    public void onBarrier(HomeState u, Outbox out) {
        if (u.owner) {
            u.sharers = u.fresh.copy();
            if (u.sharers.isEmpty() && u.access() == UnitState.READ && !u.wanted() && !u.upgrading()) {
                open(u);
            }
        }
    }

    // What other ranks ask for.

    @Override
    public void onMessage(HomeState u, int from, CoherenceMessage message, Outbox out) {
        switch (message.type()) {
            case READ_REQUEST -> onReadRequest(u, message, out);
            case READ_REPLY -> onReadReply(u, from, message, out);
            case ACQUIRE_REQUEST -> onAcquireRequest(u, message, out);
            case GRANT -> onGrant(u, message, out);
            case INVALIDATE -> onInvalidate(u, from, message, out);
            case CONFIRMED -> onConfirmed(u, message, out);
            case DIFF -> onDiff(u, message, out);
            case DIFF_APPLIED -> onDiffApplied(u, message, out);
            case UPDATE -> onUpdateOf(u, from, message, out);
        }
    }

    private void onReadRequest(HomeState u, CoherenceMessage message, Outbox out) {
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

    private void onReadReply(HomeState u, int from, CoherenceMessage message, Outbox out) {
        if (message.request() != u.readRequest) {
            return; // ownership came first, with content that is at least as new
        }
        u.readRequest = 0;
        if (message.version() < u.ownVersion) {
            requestCopy(u, out); // it lacks what this rank has written, and would undo it
            return;
        }
        out.install(u.unit(), u.inFlight);
        u.version = message.version();
        if (message.version() >= u.minVersion) {
            u.lastOwner = from;
            if (u.access() < UnitState.READ) {
                u.access(UnitState.READ);
            }
            complete(u.readers(), u.readers().size(), out);
            u.staleReaders = 0;
            if (u.hasWriters() && !u.requesting) {
                openForWriting(u, out);
            }
        } else {
            out.count(Outbox.Event.STALE_REPLY);
            complete(u.readers(), u.staleReaders, out);
            u.staleReaders = 0;
        }
        if (u.hasLateReaders()) {
            u.readers().addAll(u.lateReaders());
            u.lateReaders().clear();
        }
        if ((u.hasReaders() || u.hasWriters()) && !u.requesting) {
            requestCopy(u, out);
        }
    }

    private void onAcquireRequest(HomeState u, CoherenceMessage message, Outbox out) {
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
        u.nextHomeOnly = message.has(CoherenceMessage.HOME_ONLY);
        u.nextTime = message.time();
        u.aheadOfNext = u.hasAcquirers() ? u.acquirers().size() : 0;
        u.published = false;
        pump(u, out);
    }

    private void onGrant(HomeState u, CoherenceMessage message, Outbox out) {
        if (message.has(CoherenceMessage.CONTENT)) {
            out.install(u.unit(), u.inFlight);
        }
        out.count(Outbox.Event.OWNERSHIP_MOVE);
        u.owner = true;
        u.requesting = false;
        u.readRequest = 0;
        u.staleReaders = 0;
        u.version = message.version();
        u.sharers = message.sharers();
        u.fresh = u.sharers.copy();
        if (!ownerHasTwin(u)) {
            out.dropTwin(u.unit()); // what is written here is in the authoritative copy from now on
        }
        if (u.hasLateReaders()) {
            u.readers().addAll(u.lateReaders());
            u.lateReaders().clear();
        }
        u.access(UnitState.READ);
        settle(u, out);
    }

    private void onInvalidate(HomeState u, int from, CoherenceMessage message, Outbox out) {
        invalidate(u, message.version(), out);
        u.lastOwner = from;
        out.send(from, CoherenceMessage.confirmed(u.unit(), message.request()));
    }

    /** Makes a copy of a lower version, here or on its way, one that is not read. Its dirtiness stays. */
    private static void invalidate(HomeState u, long version, Outbox out) {
        u.minVersion = Math.max(u.minVersion, version);
        if (u.access() >= UnitState.READ) {
            u.access(UnitState.INVALID);
            out.count(Outbox.Event.INVALIDATION);
        }
        if (u.readRequest != 0) {
            u.staleReaders = u.readers().size();
        }
    }

    private void onConfirmed(HomeState u, CoherenceMessage message, Outbox out) {
        boolean hold = rounds.onConfirmed(u, message.request(), out);
        if (hold) {
            grantHere(u, out);
            rounds.endThoseOver(u, out);
        }
        goOn(u, out);
    }

    private void onDiff(HomeState u, CoherenceMessage message, Outbox out) {
        if (!u.owner) {
            out.count(Outbox.Event.FORWARD);
            out.send(u.lastOwner, message);
            return;
        }
        boolean own = message.rank() == me;
        if (!own) {
            boolean current = (u.publication == Publication.NOTIFY ? u.fresh : u.sharers).contains(message.rank());
            if (u.content == Content.WHOLE && !current) {
                throw new WriteConflictException(u.unit());
            }
            out.apply(u.unit(), message.diff());
        }
        rounds.publish(u, message.diff(), message.rank(), message.request(), out);
        if (own) {
            diffDone(u, out);
        }
    }

    private void onDiffApplied(HomeState u, CoherenceMessage message, Outbox out) {
        if (message.has(CoherenceMessage.CURRENT) && !u.owner && u.access() >= UnitState.READ) {
            u.version = message.version();
        }
        if (message.has(CoherenceMessage.NOTICE)) {
            out.notice(u.unit(), message.version());
        }
        u.ownVersion = message.version();
        out.done(message.request());
        diffDone(u, out);
    }

    private static void onUpdateOf(HomeState u, int from, CoherenceMessage message, Outbox out) {
        u.lastOwner = from;
        if (u.access() >= UnitState.READ) {
            out.apply(u.unit(), message.diff());
            u.version = message.version();
        } else {
            invalidate(u, message.version(), out);
        }
        out.send(from, CoherenceMessage.confirmed(u.unit(), message.request()));
    }

    // Who comes next.

    /** Something that a grant may have waited for is over. */
    private void goOn(HomeState u, Outbox out) {
        if (u.owner && u.wanted()) {
            pump(u, out);
        }
    }

    /** Somebody new waits: serves whom it can, or sees to it that the holder's release does. */
    private void pump(HomeState u, Outbox out) {
        if (!u.owner || u.upgrading()) {
            return;
        }
        // READ and WRITE are closed to workers that want to hold the unit; OWNED must be closed, and they may be
        // faster.
        while (u.access() == UnitState.OWNED ? !u.close() : u.access() >= UnitState.HELD) {
            if (u.want()) {
                return;
            }
        }
        if (u.access() == UnitState.WRITE) {
            // Others will have a copy, or hold the unit, while a worker here may still write by its last check.
            markDirty(u, out);
        }
        settle(u, out);
    }

    /** The unit is owned here, and nobody holds it or can take it: serves the waiting, and opens it again. */
    private void settle(HomeState u, Outbox out) {
        complete(u.readers(), u.hasReaders() ? u.readers().size() : 0, out);
        serveRemoteReads(u, out);
        boolean writing = u.hasWriters();
        if (writing && !u.sharers.isEmpty()) {
            markDirty(u, out);
        }
        if (u.hasAcquirers() && (u.next < 0 || u.aheadOfNext > 0)) {
            serveWriters(u, out);
            if (isOnlyCopy(u) || u.publication != Publication.INVALIDATE) {
                grantHere(u, out);
            } else {
                u.access(UnitState.READ);
                rounds.invalidateToHold(u, out);
            }
        } else if (u.next >= 0 && mayTransfer(u, out)) {
            serveWriters(u, out);
            transfer(u, out);
        } else {
            if (u.next >= 0) {
                u.access(u.dirty && !u.lowered ? UnitState.WRITE : UnitState.READ); // no worker can come to hold it
            } else if (writing) {
                u.access(UnitState.WRITE);
            } else {
                open(u);
            }
            serveWriters(u, out);
        }
    }

    private static void open(HomeState u) {
        if (u.dirty && !u.lowered) {
            u.access(UnitState.WRITE);
        } else {
            u.access(isOnlyCopy(u) ? UnitState.OWNED : UnitState.READ);
        }
    }

    /** Nobody else has a copy, not even one that is about to be invalidated. */
    private static boolean isOnlyCopy(HomeState u) {
        return u.sharers.isEmpty() && !u.hasRounds();
    }

    /** Lets workers write the authoritative copy; whoever gets the unit afterwards, it is dirty then. */
    private static void serveWriters(HomeState u, Outbox out) {
        if (u.hasWriters()) {
            if (u.access() != UnitState.WRITE) {
                markDirty(u, out);
            }
            if (u.next >= 0 && u.dirty && !out.hasTwin(u.unit())) {
                takeTwin(u, out); // before the first store
            }
            complete(u.writers(), u.writers().size(), out);
        }
    }

    private static void serveRemoteReads(HomeState u, Outbox out) {
        if (!u.hasRemoteReads()) {
            return;
        }
        for (RemoteRead read : u.remoteReads()) {
            u.sharers.add(read.rank());
            u.fresh.add(read.rank());
            out.send(read.rank(), CoherenceMessage.readReply(u.unit(), read.request(), u.version));
        }
        u.remoteReads().clear();
    }

    private static void grantHere(HomeState u, Outbox out) {
        Waiter first = u.acquirers().remove();
        u.aheadOfNext--;
        u.published = false;
        u.handedOver = false;
        u.publishAgain = u.publishing;
        List<Waiter> again = sameWorker(u, first);
        boolean shared = !u.sharers.isEmpty();
        if (shared) {
            markDirty(u, out); // the holder writes without asking
        }
        u.hold(first.worker(), shared || u.wanted());
        out.complete(first);
        again.forEach(out::again);
    }

    /** Takes the other waits of the worker out of the queue: it holds the unit now, and may hold it more than once. */
    private static List<Waiter> sameWorker(HomeState u, Waiter first) {
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

    /** What is under way for this owner must end here; and who acquires must get, or hear of, all that was released here. */
    private boolean mayTransfer(HomeState u, Outbox out) {
        if (u.hasRounds() || u.inFlight != null) {
            return false;
        }
        if (u.dirty && !out.hasTwin(u.unit())) {
            takeTwin(u, out); // what is stored from here on is sent to the next owner; what was, is published before
        }
        if (!u.nextHomeOnly) {
            return mayRelease(u, out);
        }
        if (u.dirty && !u.handedOver) {
            u.handedOver = true;
            onPublish(u, out);
        }
        return !u.hasRounds();
    }

    private static boolean mayRelease(HomeState u, Outbox out) {
        if (!u.published && !u.publishing) {
            u.publishing = true;
            if (out.published(u)) {
                u.publishing = false;
                u.published = true;
            }
        }
        // What has just begun may have sent something about this unit.
        return u.published && !u.hasRounds();
    }

    private void transfer(HomeState u, Outbox out) {
        int to = u.next;
        boolean content = u.content != Content.NONE && (u.dirty || u.nextHas != u.version);
        u.next = -1;
        u.handedOver = false;
        u.aheadOfNext = 0;
        u.published = false;
        RankSet sharers = u.sharers;
        sharers.remove(to);
        u.sharers = new RankSet();
        u.fresh = new RankSet();
        u.owner = false;
        u.lastOwner = to;
        u.access(UnitState.INVALID);
        out.grant(to, CoherenceMessage.grant(u.unit(), u.version, sharers, content), u.nextTime);
        if (u.hasAcquirers()) {
            requestOwnership(u, false, out);
        }
    }

    private static void complete(List<Waiter> waiters, int count, Outbox out) {
        if (count > 0) {
            List<Waiter> served = waiters.subList(0, count);
            served.forEach(out::complete);
            served.clear();
        }
    }

    @Override
    public String describe(HomeState u) {
        String role = u.owner ? "owned here" : "last known owner rank " + u.lastOwner;
        String held = u.access() >= UnitState.HELD ? ", held" : "";
        String wait = u.hasRounds() ? ", waits for " + u.rounds().peek().pending + " ranks to confirm" : "";
        String flight = u.inFlight != null ? ", waits for the owner to apply what was written" : "";
        return role + held + wait + flight + (u.next >= 0 ? ", next rank " + u.next : "");
    }
}
