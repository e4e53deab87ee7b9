package jdsm.util;

import java.util.Iterator;
import java.util.NavigableSet;

/** What {@link java.util.Collections#checkedNavigableSet} returns in woven code. */
final class CheckedNavigableSet<E> extends CheckedSortedSet<E> implements NavigableSet<E> {
    private static final long serialVersionUID = 1L;

    CheckedNavigableSet(NavigableSet<E> given, ElementType<E> elements) {
        super(given, elements);
    }

    private NavigableSet<E> set() {
        return (NavigableSet<E>) given;
    }

    private NavigableSet<E> part(NavigableSet<E> part) {
        return new CheckedNavigableSet<>(part, elements);
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
        return set().pollFirst();
    }

    @Override
    public E pollLast() {
        return set().pollLast();
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return part(set().descendingSet());
    }

    @Override
    public Iterator<E> descendingIterator() {
        return set().descendingIterator();
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return part(set().subSet(from, fromInclusive, to, toInclusive));
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return part(set().headSet(to, inclusive));
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return part(set().tailSet(from, inclusive));
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
        return java.util.Collections.checkedNavigableSet(set(), elements.type);
    }
}
