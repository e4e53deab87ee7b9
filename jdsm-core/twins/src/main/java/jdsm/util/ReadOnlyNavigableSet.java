package jdsm.util;

import java.util.Iterator;
import java.util.NavigableSet;

/** What {@link java.util.Collections#unmodifiableNavigableSet} returns in woven code. */
final class ReadOnlyNavigableSet<E> extends ReadOnlySortedSet<E> implements NavigableSet<E> {
    private static final long serialVersionUID = 1L;

    ReadOnlyNavigableSet(NavigableSet<E> given) {
        super(given);
    }

    private NavigableSet<E> set() {
        return (NavigableSet<E>) given;
    }

    @Override
    public E lower(E element) {
        return set().lower(element);
    }

    @Override
    public E floor(E element) {
        return set().floor(element);
    }

    @Override
    public E ceiling(E element) {
        return set().ceiling(element);
    }

    @Override
    public E higher(E element) {
        return set().higher(element);
    }

    @Override
    public E pollFirst() {
        throw new UnsupportedOperationException();
    }

    @Override
    public E pollLast() {
        throw new UnsupportedOperationException();
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return new ReadOnlyNavigableSet<>(set().descendingSet());
    }

    @Override
    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return new ReadOnlyNavigableSet<>(set().subSet(from, fromInclusive, to, toInclusive));
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return new ReadOnlyNavigableSet<>(set().headSet(to, inclusive));
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return new ReadOnlyNavigableSet<>(set().tailSet(from, inclusive));
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
        return java.util.Collections.unmodifiableNavigableSet(set());
    }
}
