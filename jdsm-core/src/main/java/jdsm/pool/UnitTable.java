package jdsm.pool;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitRanges;
import jdsm.coherence.UnitState;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;

/**
 * The states of a rank's units. The states for objects that all ranks have exist from the beginning; those for a later
 * object are added with the object. A lock's state is made at its first use. Thread-safe.
 */
final class UnitTable {
    private static final UnitState[] NONE = {};

    private final Directory directory;
    private final CoherenceProtocol protocol;
    private final int ranks;
    private final AtomicReferenceArray<UnitState> initial;
    private final Map<Integer, UnitState> laterLocks = new ConcurrentHashMap<>();
    private final WaitingRanks waitingRanks;
    /** The units of these arrays until then, in no order. */
    private final UnitRanges ended = new UnitRanges();
    /** The initial arrays whose units are not the initial ones any more. */
    private final Set<SharedEntry> divided = ConcurrentHashMap.newKeySet();

    UnitTable(Directory directory, CoherenceProtocol protocol, int ranks) {
        this.directory = directory;
        this.protocol = protocol;
        this.ranks = ranks;
        this.waitingRanks = new WaitingRanks(directory);
        this.initial = new AtomicReferenceArray<>(
                directory.units() + directory.entries().size());
    }

    /** The ranks that wait for notifications, for each lock. */
    WaitingRanks waitingRanks() {
        return waitingRanks;
    }

    /** Makes and adds the state of a unit that is no lock. The state of a later unit is found by its object's entry. */
    UnitState add(Initial unit) {
        UnitState state = protocol.newState(unit);
        if (unit.unit() < initial.length()) {
            initial.set(unit.unit(), state);
        }
        return state;
    }

    /** The state of a unit or lock, if it has one already, else null. */
    UnitState present(int unit) {
        if (unit < initial.length()) {
            return initial.get(unit);
        }
        if (!directory.isLock(unit)) {
            return laterUnit(unit);
        }
        return laterLocks.isEmpty() ? null : laterLocks.get(unit);
    }

    /**
     * The state of a unit or lock, which is made for a lock that has none; null for a unit that is no lock and that
     * this rank does not know.
     */
    UnitState find(int unit) {
        UnitState state = present(unit);
        return state == null && directory.isLock(unit) ? lock(unit) : state;
    }

    private UnitState laterUnit(int unit) {
        SharedEntry entry = directory.entryOfUnit(unit);
        UnitState[] states = entry == null ? NONE : entry.states();
        int index = entry == null ? 0 : unit - entry.firstUnit();
        return index < states.length ? states[index] : null;
    }

    /** @throws IllegalStateException for a unit that is no lock and that this rank does not know */
    UnitState get(int unit) {
        UnitState state = find(unit);
        if (state == null) {
            throw new IllegalStateException("a message about unit " + unit + ", which this rank does not know");
        }
        return state;
    }

    /**
     * Follows a new division of an initial array. Service loop only.
     *
     * @param before the states of the array's units until now
     */
    void divided(SharedEntry entry, UnitState... before) {
        for (UnitState state : before) {
            if (state.unit() < initial.length()) {
                initial.set(state.unit(), null);
            }
        }
        divided.add(entry);
        ended.add(before[0].unit(), before.length, 0);
    }

    /**
     * Whether a unit was one of an array before its division. A message about it that nobody needs any more may still come.
     * Service loop only.
     */
    boolean isEnded(int unit) {
        for (int range = 0; range < ended.size(); range++) {
            int place = unit - ended.first(range);
            if (place >= 0 && place < ended.count(range)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a rank has made a later object. */
    boolean isMadeBy(int rank, SharedEntry entry) {
        return beginsAt(entry.number(), rank);
    }

    /** Removes the state of a later object's lock. */
    void removeLock(int unit) {
        laterLocks.remove(unit);
    }

    /** Whether a rank has a lock or a later object's unit at first. */
    boolean beginsAt(int unit, int rank) {
        return directory.beginsAt(unit, ranks) == rank;
    }

    private UnitState lock(int unit) {
        Initial begin = new Initial(unit, directory.beginsAt(unit, ranks), false, Content.NONE, Publication.INVALIDATE);
        if (unit < initial.length()) {
            initial.compareAndSet(unit, null, protocol.newState(begin));
            return initial.get(unit);
        }
        UnitState known = laterLocks.get(unit);
        return known != null ? known : laterLocks.computeIfAbsent(unit, same -> protocol.newState(begin));
    }

    /** Gives the receiver each present state. A state that is added meanwhile may or may not be among them. */
    void forEach(Consumer<UnitState> receiver) {
        for (int unit = 0; unit < initial.length(); unit++) {
            UnitState state = initial.get(unit);
            if (state != null) {
                receiver.accept(state);
            }
        }
        laterLocks.values().forEach(receiver);
        divided.forEach(entry -> Arrays.asList(entry.states()).forEach(receiver));
        directory.forEachLater(entry -> {
            for (int i = 0; entry.isFirst() && i < entry.states().length; i++) {
                receiver.accept(entry.states()[i]);
            }
        });
    }
}
