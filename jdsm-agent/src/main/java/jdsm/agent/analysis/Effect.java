package jdsm.agent.analysis;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The effect of code on memory: synchronisation, stores and calls of one instruction, or of a method. Immutable.
 *
 * @param synchronizes whether the code passes a synchronisation, apart from the methods that it runs
 * @param stores the keys of {@link Memory} that the code stores into, apart from the methods that it runs
 * @param runs the methods that the code may run: those that it calls, and initialisers of classes that it may be the
 *     first to use
 */
record Effect(boolean synchronizes, Set<String> stores, Set<Call> runs) {
    static final Effect NONE = new Effect(false, Set.of(), Set.of());
    static final Effect SYNCHRONIZES = new Effect(true, Set.of(), Set.of());

    static Effect storing(String key) {
        return new Effect(false, Set.of(key), Set.of());
    }

    static Effect running(Set<Call> methods) {
        return new Effect(false, Set.of(), methods);
    }

    /** The joint effect of several parts, which may run in any order. */
    static Effect of(Collection<Effect> parts) {
        boolean synchronizes = false;
        Set<String> stores = new HashSet<>();
        Set<Call> runs = new HashSet<>();
        for (Effect part : parts) {
            synchronizes |= part.synchronizes;
            stores.addAll(part.stores);
            runs.addAll(part.runs);
        }
        return new Effect(synchronizes, Set.copyOf(stores), Set.copyOf(runs));
    }

    Effect and(Effect other) {
        return this == NONE ? other : other == NONE ? this : of(Set.of(this, other));
    }
}
