package jdsm.verify;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.coherence.Use;
import jdsm.coherence.Waiter;
import jdsm.coherence.home.HomeState;

/**
 * The protocol of a simulated rank: records the units whose state may change in a step, and breaks a rule under a
 * fault.
 */
final class WatchedProtocol implements CoherenceProtocol {
    private final CoherenceProtocol protocol;
    private final SimRank rank;
    private final Simulation job;
    /** The units whose replies did not wait for a release that is under way; a unit may be in the list several times. */
    private final List<UnitState> hurried = new ArrayList<>();

    WatchedProtocol(CoherenceProtocol protocol, SimRank rank, Simulation job) {
        this.protocol = protocol;
        this.rank = rank;
        this.job = job;
    }

    private UnitState touch(UnitState unit) {
        job.touched(unit.unit());
        return unit;
    }

    /**
     * The outbox, or one that breaks a rule under the fault in question: forgets dirty units, reports early that all is
     * published, or confirms invalidations in the name of the sharers.
     */
    private Outbox effects(Outbox out) {
        if (!job.is(Fault.FORGOTTEN_DIRTY_UNIT)
                && !job.is(Fault.GRANT_BEFORE_DIFFS)
                && !job.is(Fault.REPLY_BEFORE_DIFFS)
                && !job.is(Fault.HOLD_BEFORE_CONFIRMATIONS)) {
            return out;
        }
        return (Outbox) Proxy.newProxyInstance(
                Outbox.class.getClassLoader(), new Class<?>[] {Outbox.class}, (proxy, method, args) -> {
                    if (job.is(Fault.FORGOTTEN_DIRTY_UNIT) && method.getName().equals("dirty") && !job.chance(2)) {
                        return null;
                    }
                    try {
                        Object answer = method.invoke(out, args);
                        if (method.getName().equals("published")) {
                            return mayHurry((HomeState) args[0], (Boolean) answer);
                        }
                        if (job.is(Fault.HOLD_BEFORE_CONFIRMATIONS)
                                && method.getName().equals("send")) {
                            confirm((int) args[0], (CoherenceMessage) args[1], out);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Boolean mayHurry(HomeState unit, Boolean published) {
        if (job.is(Fault.REPLY_BEFORE_DIFFS) && unit.isPublishingForReads() && !published) {
            hurried.add(unit);
            return Boolean.TRUE;
        }
        return job.is(Fault.GRANT_BEFORE_DIFFS) ? Boolean.TRUE : published;
    }

    /** Confirms an invalidation as if by the rank that it goes to. */
    private void confirm(int to, CoherenceMessage message, Outbox out) {
        if (message.type() == CoherenceMessage.Type.INVALIDATE) {
            CoherenceMessage confirmed = CoherenceMessage.confirmed(message.unit(), message.request());
            rank.tasks.add(Task.late(
                    () -> protocol.onMessage(touch(rank.state(message.unit())), to, confirmed, effects(out))));
        }
    }

    @Override
    public UnitState newState(Initial initial) {
        return protocol.newState(initial);
    }

    @Override
    public void onFault(UnitState unit, Waiter waiter, Outbox out) {
        protocol.onFault(touch(unit), waiter, effects(out));
    }

    @Override
    public void onUpdate(UnitState unit, Waiter waiter, Outbox out) {
        protocol.onUpdate(touch(unit), waiter, effects(out));
    }

    @Override
    public void onVolatileRead(UnitState unit, Waiter waiter, Outbox out) {
        protocol.onVolatileRead(touch(unit), waiter, effects(out));
    }

    @Override
    public void onWriteFault(UnitState unit, Waiter waiter, Outbox out) {
        protocol.onWriteFault(touch(unit), waiter, effects(out));
    }

    @Override
    public void onAcquire(UnitState unit, Waiter waiter, Outbox out) {
        protocol.onAcquire(touch(unit), waiter, effects(out));
    }

    @Override
    public void onHeldMeanwhile(UnitState unit, Waiter waiter, Outbox out) {
        protocol.onHeldMeanwhile(touch(unit), waiter, effects(out));
    }

    @Override
    public void onRelease(UnitState unit, Outbox out) {
        protocol.onRelease(touch(unit), effects(out));
    }

    @Override
    public void onPublish(UnitState unit, Outbox out) {
        protocol.onPublish(touch(unit), effects(out));
        if (job.is(Fault.RETIRED_EARLY)) {
            protocol.onRetire(unit, out);
        }
    }

    @Override
    public void onPublished(UnitState unit, Outbox out) {
        if (unit instanceof WeakRelease release) {
            release.end();
        } else if (hurried.remove(unit)) {
            return; // the reply has gone
        } else if (!job.is(Fault.GRANT_BEFORE_DIFFS)) {
            protocol.onPublished(touch(unit), effects(out));
        }
    }

    @Override
    public void onLower(UnitState unit, Outbox out) {
        rank.lowers();
        protocol.onLower(touch(unit), effects(out));
    }

    @Override
    public void onRetire(UnitState unit, Outbox out) {
        protocol.onRetire(touch(unit), effects(out));
    }

    @Override
    public void onNotice(UnitState unit, long version, Outbox out) {
        boolean spared = job.is(Fault.UNSEEN_COPY_SPARED) && unit.access() == UnitState.UNSEEN;
        if (!spared && (!job.is(Fault.DROPPED_NOTICE) || job.chance(4))) {
            protocol.onNotice(touch(unit), version, effects(out));
        }
    }

    @Override
    public void onGranting(UnitState unit, int to, Outbox out) {
        protocol.onGranting(touch(unit), to, effects(out));
    }

    @Override
    public void onReplying(UnitState unit, int to, Outbox out) {
        protocol.onReplying(touch(unit), to, effects(out));
    }

    @Override
    public void onExpected(UnitState unit, Outbox out) {
        protocol.onExpected(touch(unit), effects(out));
    }

    @Override
    public void onForeseen(UnitState unit, Outbox out) {
        protocol.onForeseen(touch(unit), effects(out));
    }

    @Override
    public void onPrefetch(UnitState unit, Outbox out) {
        protocol.onPrefetch(touch(unit), effects(out));
    }

    @Override
    public void onBarrier(UnitState unit, Outbox out) {
        protocol.onBarrier(touch(unit), effects(out));
    }

    @Override
    public void onMessage(UnitState unit, int from, CoherenceMessage message, Outbox out) {
        if (job.is(Fault.CONFIRMED_EARLY) && message.type() == CoherenceMessage.Type.INVALIDATE) {
            out.send(from, CoherenceMessage.confirmed(message.unit(), message.request()));
            rank.tasks.add(Task.late(() -> protocol.onNotice(touch(unit), message.version(), out)));
            return;
        }
        if (job.is(Fault.HOLD_BEFORE_CONFIRMATIONS)
                && message.type() == CoherenceMessage.Type.CONFIRMED
                && unit.publication() != Publication.UPDATE) {
            return; // see confirm
        }
        CoherenceMessage heard = message;
        if (job.is(Fault.STALE_REPLY_ACCEPTED) && message.type() == CoherenceMessage.Type.READ_REPLY) {
            long whatever = Math.max(message.version(), ((HomeState) unit).minVersion());
            heard = CoherenceMessage.readReply(message.unit(), message.request(), whatever, message.flags());
        }
        if (job.is(Fault.STALE_COPY_ACCEPTED) && message.has(CoherenceMessage.WITH_REPLY)) {
            long whatever = Math.max(message.version(), ((HomeState) unit).minVersion());
            heard = CoherenceMessage.copyWithReply(message.unit(), whatever, false);
        }
        protocol.onMessage(touch(unit), from, heard, effects(out));
    }

    @Override
    public void onMissed(UnitState unit, int request, Outbox out) {
        protocol.onMissed(touch(unit), request, effects(out));
    }

    @Override
    public Optional<Use> use(UnitState unit) {
        return protocol.use(unit);
    }

    @Override
    public boolean isQuiet(UnitState unit) {
        return protocol.isQuiet(unit);
    }

    @Override
    public boolean isOwner(UnitState unit) {
        return protocol.isOwner(unit);
    }

    @Override
    public boolean mayBeComing(UnitState unit) {
        return protocol.mayBeComing(unit);
    }

    @Override
    public boolean isAsking(UnitState unit) {
        return protocol.isAsking(unit);
    }

    @Override
    public String describe(UnitState unit) {
        return protocol.describe(unit);
    }
}
