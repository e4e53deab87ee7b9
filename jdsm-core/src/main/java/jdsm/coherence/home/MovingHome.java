package jdsm.coherence.home;

import java.util.Optional;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Content;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Use;
import jdsm.coherence.Waiter;

/*
 * Ownership. Requests for ownership follow the path-reversal scheme of Naimi, Trehel and Arnold (A log(N) distributed
 * mutual exclusion algorithm based on path reversal, JPDC 34, 1996): a rank passes a request on towards the tail of the
 * queue, and points to the asker from then on. So the ranks that wait form a queue, each rank knows the next one only,
 * and no rank keeps a list. A request for a copy goes to the last owner that the asker has heard of, and from there
 * towards the tail, without changing a pointer; the tail answers when it owns the unit and no worker holds it. (The
 * last owner must not become the pointer towards the tail: two ranks could point to each other.)
 *
 * Replies. READ_REPLY and INVALIDATE travel over different connections, so that either can overtake the other. The
 * owner raises the version with each publication. A reply of a lower version than the last invalidation ends the waits
 * that began before the invalidation, and leaves no valid copy.
 *
 * Diffs. A rank that is not the owner sends its diff to the last owner that it has heard of. A former owner passes the
 * diff on to the rank to which it granted the unit, behind the GRANT and over the same connection. Ranks that wait for
 * ownership have no part in that, so that a release never waits for the hold of another rank. An owner does not grant a
 * unit while a diff of its own is under way: the diff comes back to this rank.
 */

/**
 * Release consistency with an owner that moves (JDSM paper, section 3.2), and beyond the paper with several writers of
 * a unit by twin and diff.
 *
 * <p>{@code acquire} brings ownership and the exclusive right to this rank. Beside it, several ranks may write a unit
 * in one interval: each keeps a twin, and its release sends the owner the diff. The first rank to write a unit that no
 * rank has written becomes its owner. The unit's {@link Publication} decides how other ranks hear of a release. Under
 * INVALIDATE, every copy is invalidated, and its rank has confirmed that, before a hold begins and before a release
 * ends. Under NOTIFY, a copy stays valid until a write notice names it. Under UPDATE, each copy gets the diff. Under
 * ADAPT, the observed {@link Habits} decide for each unit and rank.
 *
 * <p>A unit that stays on one rank costs no message, and the release of a hold costs none unless a worker or rank
 * waits. Workers of the owner and other ranks hold the unit in the order in which they ask at the owner; workers and
 * ranks that wait to read, or to write beside others, are served at each release.
 *
 * <p>{@code docs/protocols/states.md} lists the states of a unit and the events that change them.
 */
public final class MovingHome implements CoherenceProtocol {
    private final int me;
    private final int ranks;
    private final Pace pace;
    private final Rounds rounds;
    private final Writes writes;
    private final Requests requests;
    private final Turns turns;
    private final Pushes pushes;
    private final OwnerMessages toOwner;
    private final CopyMessages fromOwner;

    /** The reducer of rank {@code me} of {@code ranks}. */
    public MovingHome(int me, int ranks) {
        this(me, ranks, Pace.USUAL);
    }

    /** As the other constructor, with another pace of learning from the use of units. */
    public MovingHome(int me, int ranks, Pace pace) {
        this.me = me;
        this.ranks = ranks;
        this.pace = pace;
        this.rounds = new Rounds(me, pace);
        this.writes = new Writes(me, rounds);
        this.requests = new Requests(me);
        this.turns = new Turns(rounds, writes, requests);
        this.pushes = new Pushes(me);
        this.toOwner = new OwnerMessages(me, rounds, writes, turns);
        this.fromOwner = new CopyMessages(requests, writes, turns);
    }

    @Override
    public HomeState newState(Initial initial) {
        boolean mine = initial.owner() == me;
        boolean shared = initial.replicated() && ranks > 1;
        int access = shared ? UnitState.READ : mine ? UnitState.OWNED : UnitState.INVALID;
        HomeState state = new HomeState(initial, mine, access, pace);
        state.current(mine && state.habits() != null);
        state.acquired(mine || shared && initial.publication() == Publication.INVALIDATE);
        if (mine) {
            RankSet sharers = shared ? RankSet.allBut(ranks, me) : new RankSet();
            state.keepDirectory(sharers, sharers.copy(), 0);
        }
        return state;
    }

    // Events of workers.

    @Override
    public void onFault(UnitState unit, Waiter waiter, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.readableBy(waiter.worker()) || u.tryRead()) {
            out.complete(waiter);
            return;
        }
        u.addReader(waiter);
        if (u.isIdleElsewhere() && (asksFirst(u, out) || wantsHome(u, out))) {
            requests.home(u, out);
        } else {
            serveOrFetch(u, out);
        }
    }

    /** Whether to request ownership in place of a copy. A fetch that costs no message is cheaper than ownership. */
    private static boolean wantsHome(HomeState u, Outbox out) {
        return u.habits() != null
                && !u.isWantedUpToDate()
                && !out.canExport(u.ownership().lastOwner())
                && u.habits().asksForHome();
    }

    @Override
    public void onUpdate(UnitState unit, Waiter waiter, Outbox out) {
        HomeState u = (HomeState) unit;
        u.copyRequest().becomesUpToDate();
        if (u.isOwner() || u.copiesAreCurrent()) {
            onFault(u, waiter, out); // a readable copy has everything that was released
        } else if (u.isCopyUnderWay()) {
            u.addLateReader(waiter);
        } else {
            u.addReader(waiter);
            serveOrFetch(u, out);
        }
    }

    @Override
    public void onVolatileRead(UnitState unit, Waiter waiter, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.isOwner() || u.wasAcquired()) {
            onFault(u, waiter, out);
        } else if (u.isCopyUnderWay()) {
            u.addLateReader(waiter);
        } else {
            u.addReader(waiter);
            serveOrFetch(u, out);
        }
    }

    @Override
    public void onWriteFault(UnitState unit, Waiter waiter, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.writableBy(waiter.worker())) {
            out.complete(waiter);
            return;
        }
        u.addWriter(waiter);
        if (u.isOwner()) {
            turns.pump(u, out);
        } else if (u.isIdleElsewhere()) {
            if (writesAsOwner(u, out)) {
                requests.home(u, out);
            } else if (u.isValid()) {
                Writes.openForWriting(u, out);
            } else {
                requests.copy(u, out);
            }
        }
    }

    /** Whether to request ownership before this rank writes, in place of a twin and a diff. */
    private boolean writesAsOwner(HomeState u, Outbox out) {
        return isFirstToWrite(u, out)
                || u.ownership().isOffered()
                || asksFirst(u, out)
                || !u.isValid() && wantsHome(u, out);
    }

    /**
     * Whether this rank becomes the owner of a unit that no rank has written. For a short unit of which it has a copy it makes
     * a diff, and no worker waits; if it goes on writing, the owner offers it the ownership.
     */
    private boolean isFirstToWrite(HomeState u, Outbox out) {
        boolean untouched = u.versions().areInitial() && !u.isDirty();
        return untouched
                && u.ownership().takes(out.barriersPassed(), pace.asOwner())
                && !(u.isValid() && u.hasElementsAndNotices() && out.isShort(u.unit()));
    }

    private boolean asksFirst(HomeState u, Outbox out) {
        return u.ownership().asksFirst(out.barriersPassed(), pace.asOwner());
    }

    @Override
    public void onAcquire(UnitState unit, Waiter waiter, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.heldBy(waiter.worker())) {
            out.again(waiter);
            return;
        }
        u.queues().addHolder(waiter);
        if (u.isOwner()) {
            turns.pump(u, out);
        } else if (!u.ownership().isRequested()) {
            requests.ownership(u, false, out);
        }
    }

    @Override
    public void onHeldMeanwhile(UnitState unit, Waiter waiter, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.heldBy(waiter.worker())) { // otherwise the release of the hold serves the waiter
            Turns.endOwnWait(u, waiter, out);
        }
    }

    @Override
    public void onRelease(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.publication() == Publication.UPDATE && u.isDirty()) {
            writes.publish(u, out); // a rank with a copy reads the new version without a request
        }
        turns.settle(u, out);
    }

    private void serveOrFetch(HomeState u, Outbox out) {
        if (u.isOwner()) {
            turns.pump(u, out);
        } else if (u.isIdleElsewhere()) {
            requests.copy(u, out);
        }
    }

    // Events of releases and acquires.

    @Override
    public void onPublish(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        writes.publish(u, out);
    }

    @Override
    public void onLower(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        Writes.lower(u, out);
    }

    @Override
    public void onRetire(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        Writes.retire(u, out);
    }

    @Override
    public void onPublished(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.isPublishingForReads()) {
            u.publishedForReads();
        } else {
            u.ownership().released();
        }
        turns.goOn(u, out);
    }

    @Override
    public void onNotice(UnitState unit, long version, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.isOwner() || u.versions().present() >= version && u.isValid()) {
            return;
        }
        CopyMessages.invalidate(u, version, out);
    }

    @Override
    public void onGranting(UnitState unit, int to, Outbox out) {
        HomeState u = (HomeState) unit;
        // A rank that fetches the present version without a message counts as having it.
        boolean stale = pace.sendsUnasked() && u.isOwner() && u.directory().isStaleAt(to);
        if (stale && u.hasElementsAndNotices()) {
            turns.sendAlong(u, to, out);
        }
    }

    @Override
    public void onReplying(UnitState unit, int to, Outbox out) {
        HomeState u = (HomeState) unit;
        if (pace.sendsUnasked() && u.isOwner() && u.content() == Content.ELEMENTS && !u.hasCurrentCopy(to)) {
            turns.sendWithReply(u, to, out);
        }
    }

    @Override
    public void onBarrier(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.isOwner()) {
            Directory directory = u.directory();
            if (directory.publishedIn() >= out.barriersPassed()) {
                out.changed(u); // by a rank that was in this barrier, or past it: the next barrier tells all ranks
                return;
            }
            if (!directory.keepsChanges()) { // while they are sharers, the owner publishes what they lack
                directory.dropStale();
            }
            if (u.habits() != null) {
                u.habits().retainEager(directory.sharers());
            }
            if (!directory.isShared() && u.access() == UnitState.READ && !u.isWanted() && !u.isUpgrading()) {
                Turns.open(u);
            }
        }
    }

    @Override
    public void onExpected(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        turns.exportAgain(u, out);
    }

    @Override
    public void onForeseen(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        if (!u.isIdleElsewhere() || u.isValid() || !u.hasElementsAndNotices()) {
            return;
        }
        if (asksFirst(u, out)) {
            requests.homeAhead(u, out);
        } else if (!out.canExport(u.ownership().lastOwner())) {
            requests.copyAhead(u, out);
        }
    }

    @Override
    public void onPrefetch(UnitState unit, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.isIdleElsewhere() && !u.isValid() && u.hasElementsAndNotices() && !asksFirst(u, out)) {
            requests.copyAhead(u, out);
        }
    }

    // Messages of other ranks.

    @Override
    public void onMessage(UnitState unit, int from, CoherenceMessage message, Outbox out) {
        HomeState u = (HomeState) unit;
        switch (message.type()) {
            case READ_REQUEST -> toOwner.onReadRequest(u, message, out);
            case READ_REPLY -> fromOwner.onReadReply(u, from, message, out);
            case ACQUIRE_REQUEST -> toOwner.onAcquireRequest(u, message, out);
            case GRANT -> fromOwner.onGrant(u, message, out);
            case INVALIDATE -> CopyMessages.onInvalidate(u, from, message, out);
            case CONFIRMED -> toOwner.onConfirmed(u, message, out);
            case DIFF -> toOwner.onDiff(u, message, out);
            case DIFF_APPLIED -> fromOwner.onDiffApplied(u, message, out);
            case UPDATE -> CopyMessages.onUpdate(u, from, message, out);
            case PUSH -> pushes.onPush(u, from, message, out);
            case COPY -> CopyMessages.onCopy(u, from, message, out);
            case UNWANTED -> Pushes.onUnwanted(u, message);
            default ->
                throw new IllegalStateException(
                        "no protocol handles " + message.type().label());
        }
    }

    @Override
    public void onMissed(UnitState unit, int request, Outbox out) {
        HomeState u = (HomeState) unit;
        if (u.copyRequest().isUnderWay(request)) {
            requests.ask(u, out);
        }
    }

    @Override
    public Optional<Use> use(UnitState unit) {
        HomeState u = (HomeState) unit;
        return u.isOwner() && u.habits() != null
                ? Optional.of(u.habits().use(u.directory().isShared()))
                : Optional.empty();
    }

    @Override
    public boolean isQuiet(UnitState unit) {
        HomeState u = (HomeState) unit;
        return !u.isDirty()
                && !u.isCopyUnderWay()
                && !u.ownership().isRequested()
                && !u.hasRounds()
                && !u.isWanted()
                && !u.isPublishingForReads()
                && u.access() < UnitState.HELD;
    }

    @Override
    public boolean isOwner(UnitState unit) {
        return ((HomeState) unit).isOwner();
    }

    @Override
    public boolean mayBeComing(UnitState unit) {
        return ((HomeState) unit).ownership().isRequested();
    }

    @Override
    public boolean isAsking(UnitState unit) {
        return mayBeComing(unit) || ((HomeState) unit).isCopyUnderWay();
    }

    @Override
    public String describe(UnitState unit) {
        return InWords.of((HomeState) unit);
    }
}
