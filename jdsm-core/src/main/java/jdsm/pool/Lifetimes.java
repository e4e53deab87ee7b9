package jdsm.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.codec.UnitContent;
import jdsm.codec.ValueCodec;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.NotInlined;
import jdsm.coherence.UnitState;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.lifetime.Collector;
import jdsm.observe.Counters;
import jdsm.runtime.Checks;
import jdsm.runtime.Shared;
import jdsm.runtime.Sharing;
import jdsm.runtime.Woven;

/**
 * Frees the later objects of a rank that no rank reaches. The initial objects are never freed; nor are objects with a
 * part that another instance could not have, such as those of a class that extends {@code Thread}. Service loop only,
 * behind a barrier, while no worker runs.
 */
@NotInlined
final class Lifetimes implements Collector.Heap {
    private final Directory directory;
    private final UnitTable units;
    private final SharedObjects objects;
    private final CoherenceProtocol protocol;
    private final Leaving leaving;
    private final Counters counters;
    private final Growth growth;

    private int search;
    private long began;
    /** The objects reached whose contents are not followed yet. */
    private final Deque<SharedEntry> open = new ArrayDeque<>();
    /** The private objects that this step has come through. */
    private Set<Object> seen;
    /** The units newly reached in this step. */
    private int[] found = new int[64];

    private int founds;
    /** The objects without an instance, in the second phase. */
    private Map<SharedEntry, Detached> detached = Map.of();

    /** The first objects of the units whose contents were taken apart in the second phase. */
    private final List<SharedEntry> apart = new ArrayList<>();

    /** Hears of the units that leave the rank. */
    interface Leaving {
        /** Removes what is known of a unit apart from its state. */
        void unit(int unit);

        /** Forgets states that are in no table any more. */
        void states(Set<UnitState> gone);
    }

    Lifetimes(
            Directory directory,
            UnitTable units,
            SharedObjects objects,
            CoherenceProtocol protocol,
            Leaving leaving,
            Growth growth,
            Counters counters) {
        this.directory = directory;
        this.units = units;
        this.objects = objects;
        this.protocol = protocol;
        this.leaving = leaving;
        this.growth = growth;
        this.counters = counters;
    }

    // The first phase.

    @Override
    public boolean begin() {
        began = System.nanoTime();
        search++;
        boolean[] coming = {false};
        units.forEach(state -> coming[0] |= protocol.mayBeComing(state) && !directory.isLock(state.unit()));
        return !coming[0];
    }

    @Override
    public int[] reachedFromRoots() {
        beginStep();
        directory.entries().forEach(open::add);
        directory.forEachLater(entry -> {
            if (entry.isFirst() && isInUse(entry)) {
                reach(entry);
            }
        });
        return endStep();
    }

    /** Whether a unit must stay as it is: an event concerns it, or no other instance could replace an object in it. */
    private boolean isInUse(SharedEntry first) {
        for (UnitState state : first.states()) {
            if (!protocol.isQuiet(state)) {
                return true;
            }
        }
        for (SharedEntry entry : directory.together(first)) {
            UnitState lock = units.present(entry.lockUnit());
            if (!directory.isReplaceable(entry)
                    || units.waitingRanks().hasAny(entry.lockUnit())
                    || lock != null && !protocol.isQuiet(lock)) {
                return true;
            }
        }
        return false;
    }

    private void beginStep() {
        seen = Collections.newSetFromMap(new IdentityHashMap<>());
        founds = 0;
    }

    /** Follows all that is open, and returns the units reached in this step, in ascending order. */
    private int[] endStep() {
        for (SharedEntry entry = open.poll(); entry != null; entry = open.poll()) {
            follow(entry);
        }
        seen = null;
        int[] reached = Arrays.copyOf(found, founds);
        Arrays.sort(reached);
        return reached;
    }

    private void reach(SharedEntry entry) {
        if (entry.key() < 0 && entry.reach(search)) {
            if (founds == found.length) {
                found = Arrays.copyOf(found, 2 * founds);
            }
            found[founds++] = entry.firstUnit();
            open.add(entry.first());
        }
    }

    /** Follows the contents of a unit's objects, as far as this rank has valid copies. */
    private void follow(SharedEntry first) {
        if (first.key() >= 0) {
            followContents(first);
            return;
        }
        for (SharedEntry entry : directory.together(first)) {
            Detached without = detached.get(entry);
            if (without != null) {
                without.referents().forEach(this::reach);
            } else {
                followContents(entry);
            }
        }
    }

    private void followContents(SharedEntry entry) {
        List<UnitContent> contents = entry.contents();
        for (int i = 0; i < contents.size(); i++) {
            if (entry.state(i).isValid()) {
                contents.get(i).forEachReferent(this::visit);
            }
        }
    }

    /** Comes to an object by a reference, and through private objects to further ones. */
    private void visit(Object referent) {
        Deque<Object> ahead = new ArrayDeque<>(2);
        for (Object object = referent; object != null; object = ahead.poll()) {
            if (ValueCodec.isValue(object)) {
                continue;
            }
            Shared known = Checks.ofAny(object);
            if (known instanceof Handle handle) {
                reach(handle.entry());
            } else if (known == null && (object instanceof Woven || object instanceof Object[]) && seen.add(object)) {
                directory.referencesOf(object, ahead::add);
            }
        }
    }

    @Override
    public int[] follow(int[] reachedElsewhere) {
        beginStep();
        for (int unit : reachedElsewhere) {
            SharedEntry entry =
                    directory.isInitial(unit) || directory.isLock(unit) ? null : directory.entryOfUnit(unit);
            if (entry != null && entry.reach(search)) {
                open.add(entry.first());
            }
        }
        return endStep();
    }

    @Override
    public void cancel() {
        // The growth stays as it is, so that the next barrier begins another search.
    }

    // The second phase.

    @Override
    public int[] reachedByProgram() {
        beginStep();
        boolean ran = detachUnreached() && GarbageCollection.run();
        for (Detached each : List.copyOf(detached.values())) {
            if (each.isReached() || !ran) {
                reach(each.entry());
            }
        }
        for (Detached each : List.copyOf(detached.values())) {
            if (each.attach(objects)) {
                detached.remove(each.entry());
            }
        }
        return endStep();
    }

    /** Returns whether there are such objects. */
    private boolean detachUnreached() {
        Map<SharedEntry, Detached> without = new IdentityHashMap<>();
        Set<Object> instances = Collections.newSetFromMap(new IdentityHashMap<>());
        directory.forEachLater(entry -> {
            if (entry.isReached(search)) {
                entry.contents().forEach(UnitContent::forgetReferents);
            } else {
                without.put(entry, new Detached(entry, directory));
                instances.add(entry.object());
            }
        });
        directory.entries().forEach(entry -> entry.contents().forEach(UnitContent::forgetReferents));
        Sharing.conceal(instances);
        without.keySet().forEach(directory::detach);
        without.keySet().stream().filter(SharedEntry::isFirst).forEach(apart::add);
        detached = without;
        return !without.isEmpty();
    }

    @Override
    public void free() {
        List<Detached> replaced = new ArrayList<>();
        Set<UnitState> gone = Collections.newSetFromMap(new IdentityHashMap<>());
        long freed = 0;
        for (Detached each : detached.values()) {
            if (each.entry().isReached(search)) {
                replaced.add(each);
            } else {
                remove(each.entry(), gone);
                freed++;
            }
        }
        replaced.forEach(each -> each.replace(objects));
        replaced.forEach(Detached::fill);
        for (SharedEntry first : apart) {
            if (first.isReached(search)) {
                directory.joined(directory.together(first));
            }
        }
        detached = Map.of();
        apart.clear();
        leaving.states(gone);
        growth.restart(directory);
        counters.add(Counters.Counter.SEARCHES, 1);
        counters.add(Counters.Counter.OBJECTS_FREED, freed);
        counters.add(Counters.Counter.SEARCH_NANOS, System.nanoTime() - began);
    }

    private void remove(SharedEntry entry, Set<UnitState> gone) {
        if (entry.isFirst()) {
            for (UnitState state : entry.states()) {
                state.leaveCounts();
                leaving.unit(state.unit());
                gone.add(state);
            }
        }
        units.removeLock(entry.lockUnit());
        directory.remove(entry);
    }
}
