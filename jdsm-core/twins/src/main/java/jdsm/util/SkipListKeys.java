package jdsm.util;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.Spliterators;

/** The keys of a {@link SkipListPart} as a set. Elements can be added if the keys are those of a set. */
final class SkipListKeys<E, V> extends AbstractSet<E> implements NavigableSet<E> {
    private final SkipListPart<E, V> map;

    SkipListKeys(SkipListPart<E, V> map) {
        this.map = map;
    }

    /** An empty set. */
    static <E> SkipListKeys<E, Boolean> empty(Comparator<? super E> order) {
        return new SkipListKeys<>(new SkipListPart<>(TreeRange.ofSet(order)));
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean add(E element) {
        if (!map.isOfSet()) {
            throw new UnsupportedOperationException();
        }
        return ((SkipListPart<E, Boolean>) map).putIfAbsent(element, Boolean.TRUE) == null;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    @Override
    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public E first() {
        return map.firstKey();
    }

    @Override
    public E last() {
        return map.lastKey();
    }

    @Override
    public E lower(E element) {
        return map.lowerKey(element);
    }

    @Override
    public E floor(E element) {
        return map.floorKey(element);
    }

    @Override
    public E ceiling(E element) {
        return map.ceilingKey(element);
    }

    @Override
    public E higher(E element) {
        return map.higherKey(element);
    }

    @Override
    public E pollFirst() {
        return TreeRange.keyOf(map.pollFirstEntry());
    }

    @Override
    public E pollLast() {
        return TreeRange.keyOf(map.pollLastEntry());
    }

    @Override
    public Iterator<E> iterator() {
        return new SkipListCursor<>(map, EntryPart.KEY);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return map.descendingMap().navigableKeySet();
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return map.subMap(from, fromInclusive, to, toInclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return map.headMap(to, inclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return map.tailMap(from, inclusive).navigableKeySet();
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
        int traits = Spliterator.DISTINCT
                | Spliterator.SORTED
                | Spliterator.ORDERED
                | Spliterator.CONCURRENT
                | Spliterator.NONNULL;
        return new SortedSpliterator<>(Spliterators.spliteratorUnknownSize(iterator(), traits), map.comparator());
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
