package jdsm.coherence;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The barriers of a rank, and what is to be looked at there. One thread uses it.
 *
 * @param <T> what
 */
public final class Agenda<T> {
    private final Map<Integer, Set<T>> expected = new HashMap<>();
    private final Map<Integer, Set<T>> behind = new HashMap<>();
    private int entered;
    private int passed;

    /** At the barrier of that number, from 1, which is yet to be entered. Once is enough. */
    public void add(int barrier, T what) {
        if (barrier <= entered) {
            throw new IllegalArgumentException("barrier " + barrier + " of " + entered + " is over");
        }
        expected.computeIfAbsent(barrier, none -> new LinkedHashSet<>()).add(what);
    }

    /** When the barrier of that number, from 1, is passed, which it is not yet. Once is enough. */
    public void addBehind(int barrier, T what) {
        if (barrier <= passed) {
            throw new IllegalArgumentException("barrier " + barrier + " of " + passed + " is passed");
        }
        behind.computeIfAbsent(barrier, none -> new LinkedHashSet<>()).add(what);
    }

    /** All workers are at the next barrier. @return what was to be looked at there, in the order in which it was added */
    public Collection<T> enter() {
        entered++;
        Set<T> due = expected.remove(entered);
        return due == null ? Set.of() : due;
    }

    /** The barrier entered last is passed. @return what was to be looked at then, in the order in which it was added */
    public Collection<T> pass() {
        passed = entered;
        Set<T> due = behind.remove(passed);
        return due == null ? Set.of() : due;
    }

    /** How many barriers have been entered. */
    public int entered() {
        return entered;
    }

    /** How many barriers have been passed. */
    public int passed() {
        return passed;
    }
}
