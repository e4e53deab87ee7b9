package jdsm.util;

import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.Deque;
import java.util.Iterator;
import java.util.Objects;

/** What {@link java.util.Collections#asLifoQueue} returns in woven code: a deque whose elements leave in the reverse order. */
final class LifoQueue<E> extends AbstractQueue<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final Deque<E> given;

    LifoQueue(Deque<E> given) {
        this.given = Objects.requireNonNull(given);
    }

    @Override
    public boolean add(E element) {
        given.addFirst(element);
        return true;
    }

    @Override
    public boolean offer(E element) {
        return given.offerFirst(element);
    }

    @Override
    public E poll() {
        return given.pollFirst();
    }

    @Override
    public E peek() {
        return given.peekFirst();
    }

    @Override
    public int size() {
        return given.size();
    }

    @Override
    public boolean contains(Object element) {
        return given.contains(element);
    }

    @Override
    public boolean remove(Object element) {
        return given.remove(element);
    }

    @Override
    public void clear() {
        given.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return given.iterator();
    }

    @Override
    public String toString() {
        return given.toString();
    }

    /** Serialisation writes a queue of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.asLifoQueue(given);
    }
}
