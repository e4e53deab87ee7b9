package jdsm.util;

import java.util.Comparator;
import java.util.SortedSet;
import java.util.Spliterator;

/** What {@link java.util.Collections#unmodifiableSortedSet} returns in woven code. */
class ReadOnlySortedSet<E> extends ReadOnlySet<E> implements SortedSet<E> {
    private static final long serialVersionUID = 1L;

    ReadOnlySortedSet(SortedSet<E> given) {
        super(given);
    }

    private SortedSet<E> set() {
        return (SortedSet<E>) given;
    }

    @Override
    public Spliterator<E> spliterator() {
        return SortedSet.super.spliterator();
    }

    @Override
    public Comparator<? super E> comparator() {
        return set().comparator();
    }

    @Override
    public E first() {
        return set().first();
    }

    @Override
    public E last() {
        return set().last();
    }

    @Override
    public SortedSet<E> subSet(E from, E to) {
        return new ReadOnlySortedSet<>(set().subSet(from, to));
    }

    @Override
    public SortedSet<E> headSet(E to) {
        return new ReadOnlySortedSet<>(set().headSet(to));
    }

    @Override
    public SortedSet<E> tailSet(E from) {
        return new ReadOnlySortedSet<>(set().tailSet(from));
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableSortedSet(set());
    }
}
