package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The twin of {@link java.util.PriorityQueue}. Iterates in the same order. A static method stands for the final one. */
public class PriorityQueue<E> extends java.util.PriorityQueue<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another queue
    final Heap<E> heap;

    /** As {@link java.util.PriorityQueue#PriorityQueue()}. */
    public PriorityQueue() {
        heap = new Heap<>(null);
    }

    /** As {@link java.util.PriorityQueue#PriorityQueue(int)}. */
    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    /** As {@link java.util.PriorityQueue#PriorityQueue(Comparator)}. */
    public PriorityQueue(Comparator<? super E> order) {
        heap = new Heap<>(order);
    }

    /** As {@link java.util.PriorityQueue#PriorityQueue(int, Comparator)}. */
    public PriorityQueue(int capacity, Comparator<? super E> order) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        heap = new Heap<>(capacity, order);
    }

    /** As {@link java.util.PriorityQueue#PriorityQueue(Collection)}. */
    public PriorityQueue(Collection<? extends E> given) {
        heap = new Heap<>(given, orderOf(given));
    }

    /** As {@link java.util.PriorityQueue#PriorityQueue(java.util.PriorityQueue)}. */
    public PriorityQueue(java.util.PriorityQueue<? extends E> given) {
        this((Collection<? extends E>) given);
    }

    /** As {@link java.util.PriorityQueue#PriorityQueue(SortedSet)}. */
    public PriorityQueue(SortedSet<? extends E> given) {
        this((Collection<? extends E>) given);
    }

    @SuppressWarnings("unchecked")
    private static <E> Comparator<? super E> orderOf(Collection<? extends E> given) {
        if (given instanceof SortedSet<? extends E> sorted) {
            return (Comparator<? super E>) sorted.comparator();
        }
        boolean isQueue = given instanceof java.util.PriorityQueue<? extends E>;
        return isQueue ? (Comparator<? super E>) ((java.util.PriorityQueue<? extends E>) given).comparator() : null;
    }

    @Override
    public Comparator<? super E> comparator() {
        return heap.order();
    }

    @Override
    public int size() {
        return heap.size;
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public boolean offer(E element) {
        heap.add(element);
        return true;
    }

    @Override
    public E peek() {
        return heap.first();
    }

    @Override
    public E poll() {
        return heap.poll();
    }

    @Override
    public boolean contains(Object element) {
        return heap.find(element) >= 0;
    }

    @Override
    public boolean remove(Object element) {
        int index = heap.find(element);
        if (index >= 0) {
            heap.cut(index);
        }
        return index >= 0;
    }

    @Override
    public void clear() {
        heap.clear();
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        return heap.removeIf(Objects.requireNonNull(filter));
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return heap.removeIf(others::contains);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return heap.removeIf(element -> !others.contains(element));
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        heap.forEach(Objects.requireNonNull(action));
    }

    @Override
    public Iterator<E> iterator() {
        return new HeapCursor<>(heap);
    }

    @Override
    public Stream<E> stream() {
        return StreamSupport.stream(spliterator(this), false);
    }

    @Override
    public Stream<E> parallelStream() {
        return StreamSupport.stream(spliterator(this), true);
    }

    /** {@link Iterable#spliterator}, in woven code also of collections that may be no priority queues. */
    public static <E> Spliterator<E> spliterator(Iterable<E> elements) {
        return elements instanceof PriorityQueue<E> twin ? new SizedSpliterator<>(twin, 0) : elements.spliterator();
    }

    @Override
    public Object[] toArray() {
        Object[] all = new Object[heap.size];
        heap.copyTo(all);
        return all;
    }

    @Override
    public <T> T[] toArray(T[] given) {
        T[] all = given.length >= heap.size ? given : Copies.sized(given, heap.size);
        heap.copyTo(all);
        if (all.length > heap.size) {
            all[heap.size] = null;
        }
        return all;
    }

    /** Serialisation writes the JDK's own queue, for readers without JDSM. */
    private Object writeReplace() {
        java.util.PriorityQueue<E> copy = new java.util.PriorityQueue<>(Math.max(heap.size, 1), heap.order());
        copy.addAll(this);
        return copy;
    }
}
