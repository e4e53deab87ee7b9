package jdsm.util;

import java.util.Comparator;
import java.util.SortedSet;
import java.util.Spliterator;

/** What {@link java.util.Collections#synchronizedSortedSet} returns in woven code; its parts have the set's monitor. */
class SynchronizedSortedSet<E> extends SynchronizedSet<E> implements SortedSet<E> {
    private static final long serialVersionUID = 1L;

    /** @param mutex null for this object */
    SynchronizedSortedSet(SortedSet<E> given, Object mutex) {
        super(given, mutex);
    }

    private SortedSet<E> set() {
        return (SortedSet<E>) given;
    }

    /** The caller holds the monitor. */
    @Override
    public Spliterator<E> spliterator() {
        return given.spliterator();
    }

    @Override
    public Comparator<? super E> comparator() {
        synchronized (mutex) {
            return set().comparator();
        }
    }

    @Override
    public E first() {
        synchronized (mutex) {
            return set().first();
        }
    }

    @Override
    public E last() {
        synchronized (mutex) {
            return set().last();
        }
    }

    @Override
    public SortedSet<E> subSet(E from, E to) {
        synchronized (mutex) {
            return new SynchronizedSortedSet<>(set().subSet(from, to), mutex);
        }
    }

    @Override
    public SortedSet<E> headSet(E to) {
        synchronized (mutex) {
            return new SynchronizedSortedSet<>(set().headSet(to), mutex);
        }
    }

    @Override
    public SortedSet<E> tailSet(E from) {
        synchronized (mutex) {
            return new SynchronizedSortedSet<>(set().tailSet(from), mutex);
        }
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedSortedSet(set());
    }
}
