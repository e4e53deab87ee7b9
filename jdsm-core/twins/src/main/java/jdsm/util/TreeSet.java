package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.Spliterator;

/** The twin of {@link java.util.TreeSet}. */
public class TreeSet<E> extends java.util.TreeSet<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another set
    private TreeKeys<E, Boolean> keys;

    /** As {@link java.util.TreeSet#TreeSet()}. */
    public TreeSet() {
        keys = empty(null);
    }

    /** As {@link java.util.TreeSet#TreeSet(Comparator)}. */
    public TreeSet(Comparator<? super E> order) {
        keys = empty(order);
    }

    /** As {@link java.util.TreeSet#TreeSet(Collection)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor calls addAll, too
    public TreeSet(Collection<? extends E> elements) {
        keys = empty(null);
        addAll(elements);
    }

    /** As {@link java.util.TreeSet#TreeSet(SortedSet)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor calls addAll, too
    public TreeSet(SortedSet<E> elements) {
        keys = empty(elements.comparator());
        addAll(elements);
    }

    private static <E> TreeKeys<E, Boolean> empty(Comparator<? super E> order) {
        return new TreeKeys<>(TreeRange.ofSet(order));
    }

    @Override
    public boolean add(E element) {
        return keys.add(element);
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        boolean changed = false;
        for (E element : elements) {
            changed |= add(element);
        }
        return changed;
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
    public Comparator<? super E> comparator() {
        return keys.comparator();
    }

    @Override
    public boolean contains(Object element) {
        return keys.contains(element);
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
    public SortedSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    @Override
    public SortedSet<E> headSet(E to) {
        return headSet(to, false);
    }

    @Override
    public SortedSet<E> tailSet(E from) {
        return tailSet(from, true);
    }

    @Override
    public Spliterator<E> spliterator() {
        return keys.spliterator();
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        TreeSet<E> copy = getClass() == TreeSet.class ? new TreeSet<>() : (TreeSet<E>) super.clone();
        copy.keys = empty(keys.comparator());
        copy.keys.addAll(keys);
        return copy;
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == TreeSet.class ? new java.util.TreeSet<>((SortedSet<E>) this) : this;
    }
}
