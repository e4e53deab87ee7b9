package jdsm.util;

import java.util.Iterator;
import java.util.NavigableSet;

/** What {@link java.util.Collections#synchronizedNavigableSet} returns in woven code; its parts have the set's monitor. */
final class SynchronizedNavigableSet<E> extends SynchronizedSortedSet<E> implements NavigableSet<E> {
    private static final long serialVersionUID = 1L;

    /** @param mutex null for this object */
    SynchronizedNavigableSet(NavigableSet<E> given, Object mutex) {
        super(given, mutex);
    }

    private NavigableSet<E> set() {
        return (NavigableSet<E>) given;
    }

    private NavigableSet<E> part(NavigableSet<E> part) {
        return new SynchronizedNavigableSet<>(part, mutex);
    }

    @Override
    public E lower(E element) {
        synchronized (mutex) {
            return set().lower(element);
        }
    }

    @Override
    public E floor(E element) {
        synchronized (mutex) {
            return set().floor(element);
        }
    }

    @Override
    public E ceiling(E element) {
        synchronized (mutex) {
            return set().ceiling(element);
        }
    }

    @Override
    public E higher(E element) {
        synchronized (mutex) {
            return set().higher(element);
        }
    }

    @Override
    public E pollFirst() {
        synchronized (mutex) {
            return set().pollFirst();
        }
    }

    @Override
    public E pollLast() {
        synchronized (mutex) {
            return set().pollLast();
        }
    }

    @Override
    public NavigableSet<E> descendingSet() {
        synchronized (mutex) {
            return part(set().descendingSet());
        }
    }

    /** The caller holds the monitor. */
    @Override
    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        synchronized (mutex) {
            return part(set().subSet(from, fromInclusive, to, toInclusive));
        }
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        synchronized (mutex) {
            return part(set().headSet(to, inclusive));
        }
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        synchronized (mutex) {
            return part(set().tailSet(from, inclusive));
        }
    }

    @Override
    public NavigableSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<E> headSet(E to) {
        return headSet(to, false);
    }

    @Override
    public NavigableSet<E> tailSet(E from) {
        return tailSet(from, true);
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedNavigableSet(set());
    }
}
