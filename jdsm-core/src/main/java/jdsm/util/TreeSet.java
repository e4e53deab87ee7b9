package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.Spliterators;

/** The twin of {@link java.util.TreeSet}. */
public class TreeSet<E> extends java.util.TreeSet<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another set
    private TreeRange<E, Boolean> range;

    /** As {@link java.util.TreeSet#TreeSet()}. */
    public TreeSet() {
        range = empty(null);
    }

    /** As {@link java.util.TreeSet#TreeSet(Comparator)}. */
    public TreeSet(Comparator<? super E> order) {
        range = empty(order);
    }

    /** As {@link java.util.TreeSet#TreeSet(Collection)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor calls addAll, too
    public TreeSet(Collection<? extends E> elements) {
        range = empty(null);
        addAll(elements);
    }

    /** As {@link java.util.TreeSet#TreeSet(SortedSet)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor calls addAll, too
    public TreeSet(SortedSet<E> elements) {
        range = empty(elements.comparator());
        addAll(elements);
    }

    private static <E> TreeRange<E, Boolean> empty(Comparator<? super E> order) {
        Tree<E, Boolean> tree = new Tree<>(order);
        tree.isOfSet = true;
        return new TreeRange<>(tree);
    }

    @Override
    public boolean add(E element) {
        int before = range.tree.size;
        range.put(element, Boolean.TRUE, true);
        return range.tree.size != before;
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
        return required(range.first()).key;
    }

    @Override
    public E last() {
        return required(range.last()).key;
    }

    private static <E, V> TreeNode<E, V> required(TreeNode<E, V> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node;
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
        Map.Entry<E, ?> polled = range.poll(range.first());
        return polled == null ? null : polled.getKey();
    }

    @Override
    public E pollLast() {
        Map.Entry<E, ?> polled = range.poll(range.last());
        return polled == null ? null : polled.getKey();
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
                Spliterators.spliterator(this, Spliterator.DISTINCT | Spliterator.SORTED | Spliterator.ORDERED),
                range.order());
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
        copy.range = empty(range.tree.order());
        for (TreeNode<E, Boolean> node = range.first(); node != null; node = node.after) {
            copy.range.put(node.key, Boolean.TRUE, true);
        }
        return copy;
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == TreeSet.class ? new java.util.TreeSet<>((SortedSet<E>) this) : this;
    }
}
