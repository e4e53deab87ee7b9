package jdsm.util;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The twin of {@link java.util.concurrent.LinkedBlockingQueue}: a ring of elements under one monitor. */
public class LinkedBlockingQueue<E> extends java.util.concurrent.LinkedBlockingQueue<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final GuardedRing<E> elements;

    /** As {@link java.util.concurrent.LinkedBlockingQueue#LinkedBlockingQueue()}. */
    public LinkedBlockingQueue() {
        elements = new GuardedRing<>(Integer.MAX_VALUE);
    }

    /** As {@link java.util.concurrent.LinkedBlockingQueue#LinkedBlockingQueue(Collection)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor reads the collection, too
    public LinkedBlockingQueue(Collection<? extends E> given) {
        this();
        for (E element : given) {
            elements.offer(element, false);
        }
    }

    /** As {@link java.util.concurrent.LinkedBlockingQueue#LinkedBlockingQueue(int)}. */
    public LinkedBlockingQueue(int capacity) {
        elements = new GuardedRing<>(capacity);
    }

    @Override
    public boolean add(E element) {
        if (!offer(element)) {
            throw new IllegalStateException("Queue full");
        }
        return true;
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

    @Override
    public void put(E element) throws InterruptedException {
        elements.offer(element, false, null);
    }

    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        return elements.offer(element, false, new Deadline(unit.toNanos(timeout)));
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
        return elements.room();
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
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
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
        java.util.concurrent.LinkedBlockingQueue<E> copy =
                new java.util.concurrent.LinkedBlockingQueue<>(elements.capacity());
        copy.addAll(this);
        return copy;
    }
}
