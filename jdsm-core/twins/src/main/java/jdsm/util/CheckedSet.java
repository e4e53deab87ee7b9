package jdsm.util;

import java.util.Set;

/** What {@link java.util.Collections#checkedSet} returns in woven code. */
class CheckedSet<E> extends CheckedCollection<E> implements Set<E> {
    private static final long serialVersionUID = 1L;

    CheckedSet(Set<E> given, ElementType<E> elements) {
        super(given, elements);
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
        return java.util.Collections.checkedSet((Set<E>) given, elements.type);
    }
}
