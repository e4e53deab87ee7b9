package jdsm.util;

import java.util.Set;
import java.util.Spliterator;

/** What {@link java.util.Collections#unmodifiableSet} returns in woven code. */
class ReadOnlySet<E> extends ReadOnlyCollection<E> implements Set<E> {
    private static final long serialVersionUID = 1L;

    ReadOnlySet(Set<E> given) {
        super(given);
    }

    @Override
    public Spliterator<E> spliterator() {
        return Set.super.spliterator();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || given.equals(other);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableSet((Set<E>) given);
    }
}
