package jdsm.util;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The twin of {@link java.util.concurrent.PriorityBlockingQueue}: a heap under one monitor. */
public class PriorityBlockingQueue<E> extends java.util.concurrent.PriorityBlockingQueue<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final GuardedHeap<E> elements;

    /** As {@link java.util.concurrent.PriorityBlockingQueue#PriorityBlockingQueue()}. */
    public PriorityBlockingQueue() {
        this(11, null);
    }

    /** As {@link java.util.concurrent.PriorityBlockingQueue#PriorityBlockingQueue(int)}. */
    public PriorityBlockingQueue(int capacity) {
        this(capacity, null);
    }

    /** As {@link java.util.concurrent.PriorityBlockingQueue#PriorityBlockingQueue(int, Comparator)}. */
    public PriorityBlockingQueue(int capacity, Comparator<? super E> order) {
        elements = new GuardedHeap<>(capacity, order);
    }

    /** As {@link java.util.concurrent.PriorityBlockingQueue#PriorityBlockingQueue(Collection)}. */
    public PriorityBlockingQueue(Collection<? extends E> given) {
        boolean isQueue = given instanceof java.util.concurrent.PriorityBlockingQueue<? extends E>;
        elements = isQueue
                ? copyOf((java.util.concurrent.PriorityBlockingQueue<? extends E>) given)
                : new GuardedHeap<>(given);
    }

    @SuppressWarnings("unchecked")
    private static <E> GuardedHeap<E> copyOf(java.util.concurrent.PriorityBlockingQueue<? extends E> given) {
        GuardedHeap<E> copy = new GuardedHeap<>(Math.max(given.size(), 1), (Comparator<? super E>) given.comparator());
        for (E element : given) {
            copy.offer(element, true);
        }
        return copy;
    }

    @Override
    public Comparator<? super E> comparator() {
        return elements.order();
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        if (others == this) {
            throw new IllegalArgumentException();
        }
        boolean changed = false;
        for (E element : others) {
            changed |= add(element);
        }
        return changed;
    }

    @Override
    public boolean offer(E element) {
        return elements.offer(element, false);
    }

    @Override
    public E poll() {
        return elements.poll(true);
    }

    @Override
    public E peek() {
        return elements.peek(true);
    }

    /** {@inheritDoc} There is always room. */
    @Override
    public void put(E element) {
        offer(element);
    }

    /** {@inheritDoc} There is always room. */
    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) {
        return offer(element);
    }

    @Override
    public E take() throws InterruptedException {
        return elements.poll(true, null);
    }

    @Override
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return elements.poll(true, new Deadline(unit.toNanos(timeout)));
    }

    @Override
    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int drainTo(Collection<? super E> others) {
        return drainTo(others, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> others, int most) {
        if (others == this) {
            throw new IllegalArgumentException();
        }
        return elements.drainTo(Objects.requireNonNull(others), most);
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public boolean isEmpty() {
        return elements.size() == 0;
    }

    @Override
    public boolean contains(Object element) {
        return elements.contains(element);
    }

    @Override
    public boolean remove(Object element) {
        return elements.remove(element, true);
    }

    @Override
    public void clear() {
        elements.clear();
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        return elements.removeIf(filter);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return elements.removeIf(others::contains);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return elements.removeIf(element -> !others.contains(element));
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        elements.forEach(action);
    }

    @Override
    public Iterator<E> iterator() {
        return new GuardedCursor<>(elements, false);
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliteratorUnknownSize(iterator(), Spliterator.NONNULL | Spliterator.CONCURRENT);
    }

    @Override
    public Object[] toArray() {
        return elements.toArray();
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return elements.toArray(given);
    }

    @Override
    public String toString() {
        return Arrays.toString(elements.toArray());
    }

    /** Serialisation writes the JDK's own queue, for readers without JDSM. */
    private Object writeReplace() {
        java.util.concurrent.PriorityBlockingQueue<E> copy =
                new java.util.concurrent.PriorityBlockingQueue<>(11, elements.order());
        copy.addAll(this);
        return copy;
    }
}
