package jdsm.coherence.driver;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Interval;
import jdsm.coherence.Notices;
import jdsm.coherence.Outbox;
import jdsm.coherence.Releases;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.sync.BarrierCargo;

/**
 * Drives one rank's coherence: gives the protocol its events in their order, and carries out its effects through a
 * {@link Port}. A rank of a job and a rank of the simulator run this same class, so each schedule that the simulator
 * checks is one of the product.
 *
 * <p>One thread at a time calls it: the rank's service loop, or the simulator. It never blocks.
 */
public final class CoherenceDriver implements BarrierCargo {
    /**
     * Bounds the bytes of the copies that a rank requests ahead after one barrier. Workers fetch the others on demand.
     */
    private static final long MOST_AHEAD_BYTES = 16L << 20;

    private static final byte[] NO_CARGO = {};

    private final CoherenceProtocol protocol;
    private final Port port;
    private final Effects effects;
    private final NoticeCargo cargo;
    private final boolean lazy;
    /** Events that the present event has caused. Each runs as an event of its own. */
    private final Deque<Runnable> following = new ArrayDeque<>();

    private boolean isFollowing;

    /**
     * The driver of rank {@code me} of {@code ranks}.
     *
     * @param mayBeLazy whether the job has, or may come to have, units whose copies become stale by write notices
     */
    public CoherenceDriver(
            int me, int ranks, boolean mayBeLazy, CoherenceProtocol protocol, Releases.Passes passes, Port port) {
        this.protocol = protocol;
        this.port = port;
        this.lazy = ranks > 1 && mayBeLazy;
        Notices notices = new Notices(me, ranks);
        this.effects = new Effects(notices, lazy, protocol, passes, port);
        this.cargo = new NoticeCargo(me, ranks, Integer.MAX_VALUE, notices);
    }

    // Events: requests of workers.

    /** See {@link CoherenceProtocol#onFault}. */
    public void onFault(UnitState unit, Waiter waiter) {
        protocol.onFault(unit, waiter, effects);
        endEvent();
    }

    /** See {@link CoherenceProtocol#onUpdate}. */
    public void onUpdate(UnitState unit, Waiter waiter) {
        protocol.onUpdate(unit, waiter, effects);
        endEvent();
    }

    /** See {@link CoherenceProtocol#onVolatileRead}. */
    public void onVolatileRead(UnitState unit, Waiter waiter) {
        protocol.onVolatileRead(unit, waiter, effects);
        endEvent();
    }

    /** See {@link CoherenceProtocol#onWriteFault}. */
    public void onWriteFault(UnitState unit, Waiter waiter) {
        protocol.onWriteFault(unit, waiter, effects);
        endEvent();
    }

    /** See {@link CoherenceProtocol#onAcquire}. */
    public void onAcquire(UnitState unit, Waiter waiter) {
        protocol.onAcquire(unit, waiter, effects);
        endEvent();
    }

    /** See {@link CoherenceProtocol#onHeldMeanwhile}. */
    public void onHeldMeanwhile(UnitState unit, Waiter waiter) {
        protocol.onHeldMeanwhile(unit, waiter, effects);
        endEvent();
    }

    /** See {@link CoherenceProtocol#onRelease}. */
    public void onRelease(UnitState unit) {
        protocol.onRelease(unit, effects);
        endEvent();
    }

    // Events: messages and one-sided reads.

    /**
     * Handles a message of another rank, with the copies and write notices that came with it.
     *
     * @throws IllegalStateException if the message is about a unit that this rank does not know
     */
    public void onMessage(Arrival arrival) {
        UnitState unit = learn(arrival); // before the copies, which may be of objects that the message describes
        boolean ahead = prefetchNext(arrival); // its owner makes the next reply while this rank stores the copies
        for (Arrival copy : arrival.copies()) {
            effects.deliver(learn(copy), copy); // before the notices, which make stale the copies that these replace
        }
        if (!ahead) {
            prefetchNext(arrival); // one of the copies may have described it
        }
        hear(arrival.intervals());
        effects.deliver(unit, arrival);
        endEvent();
    }

    private boolean prefetchNext(Arrival arrival) {
        UnitState next = port.next(arrival);
        if (next != null) {
            protocol.onPrefetch(next, effects);
        }
        return next != null;
    }

    /** See {@link CoherenceProtocol#onPrefetch}. */
    public void onPrefetch(UnitState unit) {
        protocol.onPrefetch(unit, effects);
        endEvent();
    }

    private UnitState learn(Arrival arrival) {
        UnitState unit = port.find(arrival.message().unit());
        if (unit == null) {
            throw new IllegalStateException(
                    "a message about unit " + arrival.message().unit() + ", which this rank does not know");
        }
        port.learn(arrival);
        return unit;
    }

    /** Handles the failure of a one-sided read: see {@link CoherenceProtocol#onMissed}. */
    public void onMissed(UnitState unit, int request) {
        protocol.onMissed(unit, request, effects);
        endEvent();
    }

    /**
     * Schedules an event to run right after the present one.
     *
     * @return false if the present event was scheduled in this way itself. Then the caller has to schedule the event on
     *     the service loop, so that other events are not kept waiting
     */
    public boolean follow(Runnable event) {
        if (isFollowing) {
            return false;
        }
        following.add(event);
        return true;
    }

    private void endEvent() {
        effects.releases.runEnded();
        if (isFollowing || following.isEmpty()) {
            return;
        }
        isFollowing = true;
        try {
            for (Runnable next = following.poll(); next != null; next = following.poll()) {
                next.run();
            }
        } finally {
            isFollowing = false;
        }
    }

    private void hear(List<Interval> intervals) {
        if (!intervals.isEmpty()) {
            effects.notices.hear(intervals, (unit, version) -> {
                UnitState state = port.present(unit);
                if (state != null) { // a rank that learns of the unit later gets its present version
                    protocol.onNotice(state, version, effects);
                }
            });
        }
    }

    // Events: barriers.

    @Override
    public void release(Runnable then) {
        if (port.intervalEnds()) {
            try {
                effects.releases.forEachDirty(unit -> port.shareAhead(unit.unit()));
            } finally {
                port.sharedAhead();
            }
        }
        Collection<UnitState> expected = effects.agenda.enter();
        effects.releases.publish(true, () -> {
            cargo.enter();
            then.run();
        });
        effects.barrierPublished();
        expected.forEach(unit -> protocol.onExpected(unit, effects));
        endEvent();
    }

    /** Has threads ask again before they write the units that they may write now. */
    public void lowerRights() {
        effects.releases.publish(false, () -> {});
        endEvent();
    }

    /**
     * Publishes again behind a barrier, before workers go on: units to which other ranks came after this rank's release are
     * clean afterwards, too, unless a thread that is no worker may write them.
     *
     * @param then runs when all is published
     */
    public void settle(Runnable then) {
        effects.releases.publish(true, then);
        endEvent();
    }

    @Override
    public byte[] load() {
        return lazy ? cargo.load() : NO_CARGO;
    }

    @Override
    public void unload(byte[] loaded) {
        if (lazy) {
            cargo.unload(loaded, this::hear);
        }
    }

    @Override
    public void passed() {
        passed(true);
    }

    /**
     * As {@link #passed()}.
     *
     * @param asksAhead whether copies may be requested before workers miss them
     */
    public void passed(boolean asksAhead) {
        Collection<UnitState> foreseen = effects.agenda.pass();
        if (lazy) {
            cargo.passed();
            if (asksAhead) {
                askAhead(foreseen);
            }
            effects.barrierPassed();
            endEvent();
        }
    }

    /**
     * Requests copies before the workers go on and miss them, so that each owner can answer the requests of all ranks
     * together.
     */
    private void askAhead(Collection<UnitState> foreseen) {
        long bytes = 0;
        for (UnitState unit : foreseen) {
            bytes += port.contentBytes(unit.unit());
            if (bytes > MOST_AHEAD_BYTES) {
                return;
            }
            protocol.onForeseen(unit, effects);
        }
    }

    /**
     * Forgets quiet units whose objects are gone on all ranks: no further event concerns them. To be called behind a
     * barrier.
     */
    public void forget(Predicate<UnitState> gone) {
        effects.forget(gone);
    }

    /** The outbox into which the protocol puts its effects on this rank. */
    public Outbox outbox() {
        return effects;
    }

    /** The number of dirty units and the releases under way, in words. */
    @Override
    public String toString() {
        return effects.releases.toString();
    }
}
