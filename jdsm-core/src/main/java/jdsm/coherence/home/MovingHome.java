package jdsm.coherence.home;

import java.util.Optional;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Content;
import jdsm.coherence.NotInlined;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Use;
import jdsm.coherence.Waiter;
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
 * release ends; under NOTIFY, a copy stays until a notice names it; under UPDATE, copies get what was written; under ADAPT,
 * that is decided for each unit and rank by what is seen of their {@link Habits}.
 *
 * <p>A unit that stays on one rank costs no message, and the release of a hold costs none unless somebody waits. Workers of
 * one rank and other ranks get their turn in the order in which they ask at the owner; what waits to read or to write beside
 * others is served at each release.
 */
@NotInlined
public final class MovingHome implements CoherenceProtocol<HomeState> {
    private final int me;
    private final int ranks;
    private final Pace pace;
    private final Rounds rounds;
    private final Writes writes;
    private final Requests requests;
    private final Turns turns;
    private final Pushes pushes;

    /** The reducer of rank {@code me} of {@code ranks}. */
    public MovingHome(int me, int ranks) {
        this(me, ranks, Pace.USUAL);
    }

    /** One that follows what it sees at another pace. */
    public MovingHome(int me, int ranks, Pace pace) {
        this.me = me;
        this.ranks = ranks;
        this.pace = pace;
        this.rounds = new Rounds(me, pace);
        this.writes = new Writes(me, rounds);
        this.requests = new Requests(me);
        this.turns = new Turns(rounds, writes, requests);
        this.pushes = new Pushes(me);
    }

    @Override
    public HomeState newState(Initial initial) {
        boolean mine = initial.owner() == me;
        boolean shared = initial.replicated() && ranks > 1;
        int access = shared ? UnitState.READ : mine ? UnitState.OWNED : UnitState.INVALID;
        HomeState state = new HomeState(initial, access, pace);
        state.owner = mine;
        state.current(mine && state.habits != null);
        if (mine && shared) {
            state.sharers = RankSet.allBut(ranks, me);
            state.fresh = state.sharers.copy();
        }
        return state;
    }

    // What workers ask for.

    @Override
    public void onFault(HomeState u, Waiter waiter, Outbox out) {
        if (u.readableBy(waiter.worker()) || u.tryRead()) {
            out.complete(waiter);
            return;
        }
        u.addReader(waiter);
        if (!u.owner && !u.requesting && u.readRequest == 0 && wantsHome(u, out)) {
            requests.ownership(u, true, out);
        } else {
            serveOrFetch(u, out);
        }
    }

    /** Whether to ask for ownership, now that a copy is needed. Where a fetch costs no message, nothing is cheaper. */
    private static boolean wantsHome(HomeState u, Outbox out) {
        return u.habits != null && !u.updates && !out.canExport(u.lastOwner) && u.habits.asksForHome();
    }

    @Override
    public void onUpdate(HomeState u, Waiter waiter, Outbox out) {
        u.updates = true;
        if (u.owner || u.copiesAreCurrent()) {
            onFault(u, waiter, out); // a copy that is readable has everything
        } else if (u.readRequest != 0) {
            u.addLateReader(waiter);
        } else {
            u.addReader(waiter);
            serveOrFetch(u, out);
        }
    }

    @Override
    public void onWriteFault(HomeState u, Waiter waiter, Outbox out) {
        if (u.writableBy(waiter.worker())) {
            out.complete(waiter);
            return;
        }
        u.addWriter(waiter);
        if (u.owner) {
            turns.pump(u, out);
        } else if (!u.requesting && u.readRequest == 0) {
            boolean untouched = u.version == 0 && u.minVersion == 0 && !u.dirty;
            if (untouched || u.takeHome || !u.isValid() && wantsHome(u, out)) {
                requests.ownership(u, true, out);
            } else if (u.isValid()) {
                Writes.openForWriting(u, out);
            } else {
                requests.copy(u, out);
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
            turns.pump(u, out);
        } else if (!u.requesting) {
            requests.ownership(u, false, out);
        }
    }

    @Override
    public void onHeldMeanwhile(HomeState u, Waiter waiter, Outbox out) {
        if (u.heldBy(waiter.worker())) { // else its release serves it
            Turns.endOwnWait(u, waiter, out);
        }
    }

    @Override
    public void onRelease(HomeState u, Outbox out) {
        if (u.publication == Publication.UPDATE && u.dirty) {
            writes.publish(u, out); // who has a copy shall read it without asking
        }
        turns.settle(u, out);
    }

    private void serveOrFetch(HomeState u, Outbox out) {
        if (u.owner) {
            turns.pump(u, out);
        } else if (!u.requesting && u.readRequest == 0) {
            requests.copy(u, out);
        }
    }

    // What was written.

    @Override
    public void onPublish(HomeState u, Outbox out) {
        writes.publish(u, out);
    }

    @Override
    public void onLower(HomeState u, Outbox out) {
        Writes.lower(u, out);
    }

    @Override
    public void onRetire(HomeState u, Outbox out) {
        Writes.retire(u, out);
    }

    @Override
    public void onPublished(HomeState u, Outbox out) {
        u.publishing = false;
        u.published = !u.publishAgain;
        u.publishAgain = false;
        turns.goOn(u, out);
    }

    @Override
    public void onNotice(HomeState u, long version, Outbox out) {
        if (u.owner || u.version >= version && u.isValid()) {
            return;
        }
        invalidate(u, version, out);
    }

    @Override
    public void onGranting(HomeState u, int to, Outbox out) {
        boolean stale = u.owner && u.sharers.contains(to) && !u.fresh.contains(to);
        // Where a fetch costs no message, nothing is cheaper.
        if (stale && u.publication.hasNotices() && u.content == Content.ELEMENTS && !out.canExport(to)) {
            turns.sendAlong(u, to, out);
        }
    }

    @Override
    public void onBarrier(HomeState u, Outbox out) {
        if (u.owner) {
            u.sharers = u.fresh.copy();
            if (u.habits != null) {
                u.habits.eager.retainAll(u.sharers);
            }
            if (u.sharers.isEmpty() && u.access() == UnitState.READ && !u.wanted() && !u.upgrading()) {
                Turns.open(u);
            }
        }
    }

    @Override
    public void onExpected(HomeState u, Outbox out) {
        turns.exportAgain(u, out);
    }

    @Override
    public void onForeseen(HomeState u, Outbox out) {
        boolean free = !u.owner && !u.requesting && u.readRequest == 0;
        if (free && !u.isValid() && u.publication.hasNotices() && u.content == Content.ELEMENTS) {
            requests.copyAhead(u, out);
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
            case PUSH -> pushes.onPush(u, from, message, out);
            case COPY -> onCopy(u, from, message, out);
            case UNWANTED -> Pushes.onUnwanted(u, message);
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
            u.remoteReads()
                    .add(new RemoteRead(
                            message.rank(), message.request(), message.version(), message.has(CoherenceMessage.EAGER)));
            turns.pump(u, out);
        }
    }

    private void onReadReply(HomeState u, int from, CoherenceMessage message, Outbox out) {
        if (message.request() != u.readRequest) {
            return; // ownership came first, with content that is at least as new
        }
        u.readRequest = 0;
        if (message.version() < u.ownVersion) {
            requests.copy(u, out); // it lacks what this rank has written, and would undo it
            return;
        }
        if (message.has(CoherenceMessage.MIGRATORY)) {
            u.habits.migratory = true;
        }
        boolean overtaken = u.isValid() && message.version() < u.version; // by what was sent to the copy here
        if (!overtaken && message.has(CoherenceMessage.CONTENT)) {
            out.install(u.unit(), u.inFlight);
            u.version = message.version();
        }
        if (u.version >= u.minVersion) {
            u.lastOwner = overtaken ? u.lastOwner : from;
            u.current(message.has(CoherenceMessage.EAGER) && !overtaken);
            if (u.access() < UnitState.READ) {
                u.access(u.ahead && !u.hasReaders() ? UnitState.UNSEEN : UnitState.READ);
            }
            u.completeReaders(Long.MAX_VALUE, out);
            if (u.hasWriters() && !u.requesting) {
                Writes.openForWriting(u, out);
            }
        } else {
            out.count(Outbox.Event.STALE_REPLY);
            u.completeReaders(message.version(), out);
        }
        u.admitLateReaders();
        if ((u.hasReaders() || u.hasWriters()) && !u.requesting) {
            requests.copy(u, out);
        }
    }

    /**
     * What comes unasked must be newer than whatever has been here, for ownership may have come and gone meanwhile: who owned the
     * unit then, and wrote it unseen, left the version as it was. A copy that is asked for, or ownership, will be.
     */
    private static void onCopy(HomeState u, int from, CoherenceMessage message, Outbox out) {
        boolean stale = message.version() <= u.version || message.version() < Math.max(u.minVersion, u.ownVersion);
        if (stale || u.owner || u.requesting || u.readRequest != 0) {
            return;
        }
        out.install(u.unit(), u.inFlight);
        u.version = message.version();
        u.lastOwner = from;
        u.current(false);
        if (u.access() < UnitState.READ) {
            u.access(UnitState.READ);
        }
        if (u.habits != null) {
            u.habits.cameWithLock();
        }
        out.count(Outbox.Event.COPY_WITH_LOCK);
    }

    @Override
    public void onMissed(HomeState u, int request, Outbox out) {
        if (request == u.readRequest) {
            requests.ask(u, out);
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
        if (u.habits != null) {
            u.habits.wantedByNext(u.version, u.dirty || u.access() >= UnitState.WRITE);
        }
        u.aheadOfNext = u.hasAcquirers() ? u.acquirers().size() : 0;
        u.published = false;
        turns.pump(u, out);
    }

    private void onGrant(HomeState u, CoherenceMessage message, Outbox out) {
        if (message.has(CoherenceMessage.CONTENT)) {
            out.install(u.unit(), u.inFlight);
        }
        out.count(u.content == Content.NONE ? Outbox.Event.LOCK_MOVE : Outbox.Event.OWNERSHIP_MOVE);
        u.owner = true;
        u.reads = null;
        u.requesting = false;
        u.readRequest = 0;
        u.version = message.version();
        u.sharers = message.sharers();
        u.fresh = message.fresh();
        u.lastWriter = -1;
        u.takeHome = false;
        if (u.habits != null) {
            RankSet eager = message.has(CoherenceMessage.EAGER) ? u.fresh.copy() : new RankSet();
            u.habits.granted(u.version, eager, message.has(CoherenceMessage.MIGRATORY));
            u.current(true);
        }
        if (!Writes.ownerHasTwin(u)) {
            u.twinIsPublished = false;
            out.dropTwin(u.unit()); // what is written here is in the authoritative copy from now on
        }
        u.admitLateReaders();
        u.access(UnitState.READ);
        turns.settle(u, out);
    }

    private void onInvalidate(HomeState u, int from, CoherenceMessage message, Outbox out) {
        invalidate(u, message.version(), out);
        u.lastOwner = from;
        out.send(from, CoherenceMessage.confirmed(u.unit(), message.request()));
    }

    /** Makes a copy of a lower version, here or on its way, one that is not read. Its dirtiness stays. */
    private static void invalidate(HomeState u, long version, Outbox out) {
        u.minVersion = Math.max(u.minVersion, version);
        u.takeHome = false;
        if (u.isValid()) {
            u.foresee(out);
            u.current(false);
            u.access(UnitState.INVALID);
            out.count(Outbox.Event.INVALIDATION);
        }
    }

    private void onConfirmed(HomeState u, CoherenceMessage message, Outbox out) {
        boolean hold = rounds.onConfirmed(u, message.request(), out);
        if (hold) {
            Turns.grantHere(u, out);
            rounds.endThoseOver(u, out);
        }
        turns.goOn(u, out);
    }

    private void onDiff(HomeState u, CoherenceMessage message, Outbox out) {
        if (!u.owner) {
            out.count(Outbox.Event.FORWARD);
            out.send(u.lastOwner, message);
            return;
        }
        boolean own = message.rank() == me;
        if (!own) {
            out.apply(u.unit(), message.diff());
        }
        rounds.publish(u, message.diff(), new Rounds.Writer(message.rank(), message.request(), message.version()), out);
        if (own) {
            writes.diffDone(u, out);
            turns.goOn(u, out);
        }
    }

    private void onDiffApplied(HomeState u, CoherenceMessage message, Outbox out) {
        if (message.has(CoherenceMessage.CURRENT) && !u.owner && u.isValid()) {
            u.version = Math.max(u.version, message.version());
        }
        u.takeHome = message.has(CoherenceMessage.TAKE_HOME) && !u.owner;
        if (message.has(CoherenceMessage.NOTICE)) {
            out.notice(u.unit(), message.version());
        }
        u.ownVersion = message.version();
        out.done(message.request());
        writes.diffDone(u, out);
        turns.goOn(u, out);
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

    @Override
    public Optional<Use> use(HomeState u) {
        return u.owner && u.habits != null ? Optional.of(u.habits.use(!u.sharers.isEmpty())) : Optional.empty();
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
