package jdsm.util;

import java.util.Set;

/** What {@link java.util.Collections#synchronizedSet} returns in woven code. */
class SynchronizedSet<E> extends SynchronizedCollection<E> implements Set<E> {
    private static final long serialVersionUID = 1L;

    /** @param mutex null for this object */
    SynchronizedSet(Set<E> given, Object mutex) {
        super(given, mutex);
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        synchronized (mutex) {
            return given.equals(other);
        }
    }

    @Override
    public int hashCode() {
        synchronized (mutex) {
            return given.hashCode();
        }
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedSet((Set<E>) given);
    }
}
