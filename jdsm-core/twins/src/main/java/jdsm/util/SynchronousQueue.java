package jdsm.util;

import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The twin of {@link java.util.concurrent.SynchronousQueue}: threads of any ranks meet under one monitor. */
public class SynchronousQueue<E> extends java.util.concurrent.SynchronousQueue<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final GuardedTransfers<E> elements = new GuardedTransfers<>();

    private final boolean fair;

    /** As {@link java.util.concurrent.SynchronousQueue#SynchronousQueue()}. */
    public SynchronousQueue() {
        this(false);
    }

    /** As {@link java.util.concurrent.SynchronousQueue#SynchronousQueue(boolean)}. */
    public SynchronousQueue(boolean fair) {
        this.fair = fair;
    }

    @Override
    public void put(E element) throws InterruptedException {
        elements.transfer(element, null);
    }

    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        return elements.transfer(element, new Deadline(unit.toNanos(timeout)));
    }

    @Override
    public boolean offer(E element) {
        return elements.handOver(element);
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
    public E poll() {
        return elements.poll(true);
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

    // The queue contains nothing: an element is with the thread that puts it until another one takes it.

    @Override
    public boolean isEmpty() {
        return true;
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public int remainingCapacity() {
        return 0;
    }

    @Override
    public void clear() {}

    @Override
    public boolean contains(Object element) {
        return false;
    }

    @Override
    public boolean remove(Object element) {
        return false;
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return others.isEmpty();
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return false;
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        return false;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return false;
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
    }

    @Override
    public E peek() {
        return null;
    }

    @Override
    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.emptySpliterator();
    }

    @Override
    public Object[] toArray() {
        return new Object[0];
    }

    @Override
    public <T> T[] toArray(T[] given) {
        if (given.length > 0) {
            given[0] = null;
        }
        return given;
    }

    @Override
    public String toString() {
        return "[]";
    }

    /** Serialisation writes the JDK's own queue, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.SynchronousQueue<E>(fair);
    }
}
