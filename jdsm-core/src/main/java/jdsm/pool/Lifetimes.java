package jdsm.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import jdsm.codec.ThrowableState;
import jdsm.codec.ValueCodec;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.UnitRanges;
import jdsm.coherence.UnitState;
import jdsm.directory.Directory;
import jdsm.directory.Replacement;
import jdsm.directory.SharedEntry;
import jdsm.lifetime.Collector;
import jdsm.observe.Counters;
import jdsm.runtime.Checks;
import jdsm.runtime.Presence;
import jdsm.runtime.Shared;
import jdsm.runtime.Sharing;
import jdsm.runtime.Woven;

/**
 * Frees the later objects of a rank that no rank reaches. The initial objects are never freed; nor are objects with a
 * part that another instance could not have, such as those of a class that extends {@code Thread}. Service loop only,
 * behind a barrier, while no worker runs.
 */
final class Lifetimes implements Collector.Heap {
    private final Directory directory;
    private final Replacement replacement;
    private final UnitTable units;
    private final SharedObjects objects;
    private final CoherenceProtocol protocol;
    private final Loop loop;
    private final Counters counters;
    private final Allocated allocated;

    private int search;
    /** The number of later objects that the last search has left. */
    private long leftBefore;

    private long began;
    /** The objects reached whose contents are not followed yet. */
    private final Deque<SharedEntry> open = new ArrayDeque<>();
    /** The private objects that this step has come through. */
    private Set<Object> seen;
    /** The objects behind the one that is being visited. */
    private final Deque<Object> ahead = new ArrayDeque<>();
    /** The units newly reached in this step. */
    private int[] found = new int[64];

    private int founds;
    /** The objects that the first phase has not reached, in the second phase; in the order of their numbers. */
    private List<Detached> detached = List.of();

    /** The service loop. */
    interface Loop {
        /** Whether the calling thread runs one of its tasks. */
        boolean isCurrent();

        /** Removes what is known of a unit apart from its state. */
        void unit(int unit);

        /** Makes the units clean that no thread can be writing, and then runs {@code then}, at once or later. */
        void settle(Runnable then);

        /** Forgets states that are in no table any more. */
        void states(Set<UnitState> gone);
    }

    Lifetimes(
            Directory directory,
            UnitTable units,
            SharedObjects objects,
            CoherenceProtocol protocol,
            Loop loop,
            Allocated allocated,
            Counters counters) {
        this.directory = directory;
        this.replacement = directory.replacement();
        this.units = units;
        this.objects = objects;
        this.protocol = protocol;
        this.loop = loop;
        this.allocated = allocated;
        this.counters = counters;
    }

    // The first phase.

    @Override
    public boolean begin() {
        began = System.nanoTime();
        search++;
        boolean[] coming = {false};
        units.forEach(state -> coming[0] |= protocol.mayBeComing(state) && !directory.isLock(state.unit()));
        return !coming[0] && Presence.close();
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
        for (SharedEntry entry : replacement.together(first)) {
            UnitState lock = units.present(entry.lockUnit());
            if (!replacement.isPossible(entry)
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
        for (SharedEntry entry : replacement.together(first)) {
            if (entry.object() == null) {
                detached(entry).forEachReferent(this::reach);
            } else {
                followContents(entry);
            }
        }
    }

    private void followContents(SharedEntry entry) {
        for (int i = 0; i < entry.contentCount(); i++) {
            if (entry.state(i).isValid()) {
                entry.content(i).forEachReferent(this::visit);
            }
        }
        if (entry.object() instanceof Throwable thrown) {
            ThrowableState.others(thrown).forEach(this::visit);
        }
    }

    /** Comes to an object by a reference, and through private objects to further ones. */
    private void visit(Object referent) {
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
    public int[] follow(List<UnitRanges> reachedElsewhere) {
        beginStep();
        for (UnitRanges ranges : reachedElsewhere) {
            for (int range = 0; range < ranges.size(); range++) {
                directory.forEachLater(ranges.first(range), ranges.count(range), entry -> {
                    if (entry.reach(search)) {
                        open.add(entry.first());
                    }
                });
            }
        }
        return endStep();
    }

    @Override
    public void cancel() {
        Presence.open(); // the next barrier begins another search
    }

    // The second phase.

    @Override
    public int[] reachedByProgram() {
        beginStep();
        boolean ran = detachUnreached() && GarbageCollection.run();
        for (Detached each : detached) {
            if (each.attach(replacement, objects) || !ran) {
                reach(each.entry());
            }
        }
        return endStep();
    }

    /** Returns whether there are such objects. */
    private boolean detachUnreached() {
        List<Detached> without = new ArrayList<>();
        CopiedContents contents = new CopiedContents(directory::entryOfUnit);
        directory.forEachLater(entry -> {
            forgetContents(entry);
            if (entry.isReached(search)) {
                letGo(entry);
            } else {
                without.add(new Detached(entry, replacement, contents, objects.codec()));
            }
        });
        directory.entries().forEach(entry -> {
            forgetContents(entry);
            letGo(entry);
        });
        Sharing.conceal(shared -> shared instanceof Handle handle && isUnreached(handle.entry()), loop::isCurrent);
        without.forEach(each -> replacement.detach(each.entry()));
        detached = without;
        return !without.isEmpty();
    }

    private static void forgetContents(SharedEntry entry) {
        if (!entry.isFirst()) {
            return; // the states are those of the first object in the unit
        }
        for (UnitState state : entry.states()) {
            state.forgetContents();
        }
    }

    private boolean isUnreached(SharedEntry entry) {
        return entry.key() < 0 && !entry.isReached(search);
    }

    private Detached detached(SharedEntry entry) {
        int low = 0;
        int high = detached.size() - 1;
        while (low < high) { // they are in the order of their numbers
            int middle = low + high >>> 1;
            if (detached.get(middle).entry().number() < entry.number()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low > high || detached.get(low).entry() != entry) {
            throw new IllegalStateException(entry.label() + " has no instance and no copy");
        }
        return detached.get(low);
    }

    /** Has an object that stays keep none reachable to which it refers no more, as far as this rank has heard. */
    private static void letGo(SharedEntry entry) {
        entry.forgetReferents();
        UnitState[] states = entry.states();
        for (int i = 0; i < states.length; i++) {
            if (!states[i].isValid() && entry.first().twin(i) == null) {
                entry.content(i).clearReferents(); // the next valid content comes as a whole
            }
        }
    }

    @Override
    public void free() {
        List<Detached> replaced = new ArrayList<>();
        Set<UnitState> gone = Collections.newSetFromMap(new IdentityHashMap<>());
        long freed = 0;
        for (Detached each : detached) {
            if (!each.entry().isReached(search)) {
                remove(each.entry(), gone);
                freed++;
            } else if (each.entry().object() == null) {
                replaced.add(each);
            }
        }
        replaced.forEach(each -> each.replace(replacement, objects));
        replaced.forEach(each -> each.fill(replacement));
        for (Detached each : detached) {
            if (each.entry().isFirst() && each.entry().isReached(search)) {
                replacement.join(each.entry(), objects);
            }
        }
        detached = List.of();
        Sharing.revealed();
        Presence.open();
        loop.states(gone);
        objects.values().searched();
        if (!hasTwins()) {
            forgetValues();
        }
        long left = allocated.restart(directory);
        counters.add(Counters.Counter.OBJECTS_LEFT, left - leftBefore);
        leftBefore = left;
        counters.add(Counters.Counter.SEARCHES, 1);
        counters.add(Counters.Counter.OBJECTS_FREED, freed);
        counters.add(Counters.Counter.SEARCH_NANOS, System.nanoTime() - began);
    }

    private void forgetValues() {
        objects.values().forget();
        objects.forgetReferents();
    }

    /** Whether there are twins, which contain the numbers of values. */
    private boolean hasTwins() {
        boolean[] any = {directory.entries().stream().anyMatch(Lifetimes::hasTwin)};
        directory.forEachLater(entry -> any[0] |= hasTwin(entry));
        return any[0];
    }

    private static boolean hasTwin(SharedEntry entry) {
        for (int i = 0; entry.isFirst() && i < entry.states().length; i++) {
            if (entry.twin(i) != null) {
                return true;
            }
        }
        return false;
    }

    private void remove(SharedEntry entry, Set<UnitState> gone) {
        if (entry.isFirst()) {
            for (UnitState state : entry.states()) {
                state.leaveCounts();
                loop.unit(state.unit());
                gone.add(state);
            }
        }
        units.removeLock(entry.lockUnit());
        replacement.remove(entry);
    }
}
