package jdsm.util;

import java.util.Comparator;
import java.util.SortedSet;
import java.util.Spliterator;

/** What {@link java.util.Collections#checkedSortedSet} returns in woven code. */
class CheckedSortedSet<E> extends CheckedSet<E> implements SortedSet<E> {
    private static final long serialVersionUID = 1L;

    CheckedSortedSet(SortedSet<E> given, ElementType<E> elements) {
        super(given, elements);
    }

    private SortedSet<E> set() {
        return (SortedSet<E>) given;
    }

    @Override
    public Spliterator<E> spliterator() {
        return given.spliterator();
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
        return new CheckedSortedSet<>(set().subSet(from, to), elements);
    }

    @Override
    public SortedSet<E> headSet(E to) {
        return new CheckedSortedSet<>(set().headSet(to), elements);
    }

    @Override
    public SortedSet<E> tailSet(E from) {
        return new CheckedSortedSet<>(set().tailSet(from), elements);
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.checkedSortedSet(set(), elements.type);
    }
}
