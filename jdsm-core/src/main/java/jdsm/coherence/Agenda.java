package jdsm.coherence;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Schedules items for barriers of a rank: an item is due either when all workers of the rank have entered a given
 * barrier, or when the rank has passed it. Not thread-safe.
 *
 * @param <T> the type of the items
 */
public final class Agenda<T> {
    private final Map<Integer, Set<T>> expected = new HashMap<>();
    private final Map<Integer, Set<T>> behind = new HashMap<>();
    private int entered;
    private int passed;

    /**
     * Schedules {@code what} for the entry of a barrier. A second call for the same barrier and item has no effect.
     *
     * @param barrier the barrier's number, from 1
     * @throws IllegalArgumentException if the workers have entered the barrier already
     */
    public void add(int barrier, T what) {
        if (barrier <= entered) {
            throw new IllegalArgumentException("barrier " + barrier + " of " + entered + " is over");
        }
        expected.computeIfAbsent(barrier, none -> new LinkedHashSet<>()).add(what);
    }

    /**
     * Schedules {@code what} for the moment when the rank passes a barrier. A second call for the same barrier and item
     * has no effect.
     *
     * @param barrier the barrier's number, from 1
     * @throws IllegalArgumentException if the rank has passed the barrier already
     */
    public void addBehind(int barrier, T what) {
        if (barrier <= passed) {
            throw new IllegalArgumentException("barrier " + barrier + " of " + passed + " is passed");
        }
        behind.computeIfAbsent(barrier, none -> new LinkedHashSet<>()).add(what);
    }

    /**
     * Records that all workers of the rank have entered the next barrier.
     *
     * @return the items due at its entry, in the order in which they were added
     */
    public Collection<T> enter() {
        entered++;
        Set<T> due = expected.remove(entered);
        return due == null ? Set.of() : due;
    }

    /**
     * Records that the rank has passed the barrier that it entered last.
     *
     * @return the items due when that barrier is passed, in the order in which they were added
     */
    public Collection<T> pass() {
        passed = entered;
        Set<T> due = behind.remove(passed);
        return due == null ? Set.of() : due;
    }

    /** Removes items from all barriers. */
    public void removeIf(Predicate<T> gone) {
        expected.values().forEach(items -> items.removeIf(gone));
        behind.values().forEach(items -> items.removeIf(gone));
    }

    /** The number of barriers that all workers of the rank have entered. */
    public int entered() {
        return entered;
    }

    /** The number of barriers that the rank has passed. */
    public int passed() {
        return passed;
    }
}
