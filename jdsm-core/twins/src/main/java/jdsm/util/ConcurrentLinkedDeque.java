package jdsm.util;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The twin of {@link java.util.concurrent.ConcurrentLinkedDeque}: a ring of elements under one monitor. */
public class ConcurrentLinkedDeque<E> extends java.util.concurrent.ConcurrentLinkedDeque<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final GuardedRing<E> elements;

    /** As {@link java.util.concurrent.ConcurrentLinkedDeque#ConcurrentLinkedDeque()}. */
    public ConcurrentLinkedDeque() {
        elements = new GuardedRing<>(Integer.MAX_VALUE);
    }

    /** As {@link java.util.concurrent.ConcurrentLinkedDeque#ConcurrentLinkedDeque(Collection)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor reads the collection, too
    public ConcurrentLinkedDeque(Collection<? extends E> given) {
        this();
        for (E element : given) {
            elements.offer(element, false);
        }
    }

    @Override
    public boolean add(E element) {
        addLast(element);
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
    public void addFirst(E element) {
        elements.offer(element, true);
    }

    @Override
    public void addLast(E element) {
        elements.offer(element, false);
    }

    @Override
    public boolean offer(E element) {
        return elements.offer(element, false);
    }

    @Override
    public boolean offerFirst(E element) {
        return elements.offer(element, true);
    }

    @Override
    public boolean offerLast(E element) {
        return elements.offer(element, false);
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E peek() {
        return elements.peek(true);
    }

    @Override
    public E peekFirst() {
        return elements.peek(true);
    }

    @Override
    public E peekLast() {
        return elements.peek(false);
    }

    @Override
    public E poll() {
        return elements.poll(true);
    }

    @Override
    public E pollFirst() {
        return elements.poll(true);
    }

    @Override
    public E pollLast() {
        return elements.poll(false);
    }

    private static <E> E required(E element) {
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    @Override
    public E element() {
        return required(elements.peek(true));
    }

    @Override
    public E getFirst() {
        return required(elements.peek(true));
    }

    @Override
    public E getLast() {
        return required(elements.peek(false));
    }

    @Override
    public E remove() {
        return required(elements.poll(true));
    }

    @Override
    public E removeFirst() {
        return required(elements.poll(true));
    }

    @Override
    public E removeLast() {
        return required(elements.poll(false));
    }

    @Override
    public E pop() {
        return required(elements.poll(true));
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        return elements.remove(element, true);
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        return elements.remove(element, false);
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
    public Iterator<E> descendingIterator() {
        return new GuardedCursor<>(elements, true);
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

    /** Serialisation writes the JDK's own deque, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.ConcurrentLinkedDeque<>(this);
    }
}
