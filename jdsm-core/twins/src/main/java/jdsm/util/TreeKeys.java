package jdsm.util;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.Spliterator;

/** The keys of a {@link TreeRange} as a set. Elements can be added if the tree belongs to a set. */
final class TreeKeys<E, V> extends AbstractSet<E> implements NavigableSet<E> {
    private final TreeRange<E, V> range;

    TreeKeys(TreeRange<E, V> range) {
        this.range = range;
    }

    @Override
    public int size() {
        return range.size();
    }

    @Override
    public boolean isEmpty() {
        return range.first() == null;
    }

    @Override
    public Comparator<? super E> comparator() {
        return range.order();
    }

    @Override
    public boolean contains(Object element) {
        return range.find(element) != null;
    }

    @Override
    public boolean remove(Object element) {
        return range.remove(element) != null;
    }

    @Override
    public void clear() {
        range.clear();
    }

    @Override
    public E first() {
        return TreeRange.required(range.first()).key;
    }

    @Override
    public E last() {
        return TreeRange.required(range.last()).key;
    }

    @Override
    public E lower(E element) {
        return TreeRange.keyOf(range.ahead(element, false));
    }

    @Override
    public E floor(E element) {
        return TreeRange.keyOf(range.ahead(element, true));
    }

    @Override
    public E ceiling(E element) {
        return TreeRange.keyOf(range.behind(element, true));
    }

    @Override
    public E higher(E element) {
        return TreeRange.keyOf(range.behind(element, false));
    }

    @Override
    public E pollFirst() {
        return TreeRange.keyOf(range.poll(range.first()));
    }

    @Override
    public E pollLast() {
        return TreeRange.keyOf(range.poll(range.last()));
    }

    @Override
    public Iterator<E> iterator() {
        return new TreeCursor.OfKeys<>(range);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new TreeCursor.OfKeys<>(range.reversed());
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return new TreeKeys<>(range.reversed());
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return new TreeKeys<>(range.part(true, from, fromInclusive, true, to, toInclusive));
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return new TreeKeys<>(range.part(false, null, false, true, to, inclusive));
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return new TreeKeys<>(range.part(true, from, inclusive, false, null, false));
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
        return new SortedSpliterator<>(
                new SizedSpliterator<>(this, Spliterator.DISTINCT | Spliterator.SORTED | Spliterator.ORDERED),
                range.order());
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean add(E element) {
        if (!range.tree.isOfSet) {
            throw new UnsupportedOperationException();
        }
        return ((TreeRange<E, Object>) range).put(element, Boolean.TRUE, true) == null;
    }
}
