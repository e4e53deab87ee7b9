package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.Spliterator;

/** The twin of {@link java.util.concurrent.ConcurrentSkipListSet}: a tree with a monitor. */
public class ConcurrentSkipListSet<E> extends java.util.concurrent.ConcurrentSkipListSet<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another set
    private SkipListKeys<E, Boolean> keys;

    /** As {@link java.util.concurrent.ConcurrentSkipListSet#ConcurrentSkipListSet()}. */
    public ConcurrentSkipListSet() {
        keys = SkipListKeys.empty(null);
    }

    /** As {@link java.util.concurrent.ConcurrentSkipListSet#ConcurrentSkipListSet(Comparator)}. */
    public ConcurrentSkipListSet(Comparator<? super E> order) {
        keys = SkipListKeys.empty(order);
    }

    /** As {@link java.util.concurrent.ConcurrentSkipListSet#ConcurrentSkipListSet(Collection)}. */
    public ConcurrentSkipListSet(Collection<? extends E> elements) {
        keys = SkipListKeys.empty(null);
        keys.addAll(elements);
    }

    /** As {@link java.util.concurrent.ConcurrentSkipListSet#ConcurrentSkipListSet(SortedSet)}. */
    public ConcurrentSkipListSet(SortedSet<E> elements) {
        keys = SkipListKeys.empty(elements.comparator());
        keys.addAll(elements);
    }

    @Override
    public Comparator<? super E> comparator() {
        return keys.comparator();
    }

    @Override
    public int size() {
        return keys.size();
    }

    @Override
    public boolean isEmpty() {
        return keys.isEmpty();
    }

    @Override
    public boolean contains(Object element) {
        return keys.contains(element);
    }

    @Override
    public boolean add(E element) {
        return keys.add(element);
    }

    @Override
    public boolean remove(Object element) {
        return keys.remove(element);
    }

    @Override
    public void clear() {
        keys.clear();
    }

    @Override
    public E first() {
        return keys.first();
    }

    @Override
    public E last() {
        return keys.last();
    }

    @Override
    public E lower(E element) {
        return keys.lower(element);
    }

    @Override
    public E floor(E element) {
        return keys.floor(element);
    }

    @Override
    public E ceiling(E element) {
        return keys.ceiling(element);
    }

    @Override
    public E higher(E element) {
        return keys.higher(element);
    }

    @Override
    public E pollFirst() {
        return keys.pollFirst();
    }

    @Override
    public E pollLast() {
        return keys.pollLast();
    }

    @Override
    public Iterator<E> iterator() {
        return keys.iterator();
    }

    @Override
    public Iterator<E> descendingIterator() {
        return keys.descendingIterator();
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return keys.descendingSet();
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return keys.subSet(from, fromInclusive, to, toInclusive);
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return keys.headSet(to, inclusive);
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return keys.tailSet(from, inclusive);
    }

    @Override
    public NavigableSet<E> subSet(E from, E to) {
        return keys.subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<E> headSet(E to) {
        return keys.headSet(to, false);
    }

    @Override
    public NavigableSet<E> tailSet(E from) {
        return keys.tailSet(from, true);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return keys.removeAll(others);
    }

    @Override
    public Spliterator<E> spliterator() {
        return keys.spliterator();
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || keys.equals(other);
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    public ConcurrentSkipListSet<E> clone() {
        if (getClass() == ConcurrentSkipListSet.class) {
            return new ConcurrentSkipListSet<>((SortedSet<E>) this);
        }
        ConcurrentSkipListSet<E> copy = (ConcurrentSkipListSet<E>) super.clone();
        copy.keys = SkipListKeys.empty(keys.comparator());
        copy.keys.addAll(keys);
        return copy;
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == ConcurrentSkipListSet.class
                ? new java.util.concurrent.ConcurrentSkipListSet<>((SortedSet<E>) this)
                : this;
    }
}
