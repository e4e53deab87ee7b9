package jdsm.util;

import java.util.Queue;

/** What {@link java.util.Collections#checkedQueue} returns in woven code. */
final class CheckedQueue<E> extends CheckedCollection<E> implements Queue<E> {
    private static final long serialVersionUID = 1L;

    CheckedQueue(Queue<E> given, ElementType<E> elements) {
        super(given, elements);
    }

    private Queue<E> queue() {
        return (Queue<E>) given;
    }

    @Override
    public boolean offer(E element) {
        return queue().offer(elements.check(element));
    }

    @Override
    public E remove() {
        return queue().remove();
    }

    @Override
    public E poll() {
        return queue().poll();
    }

    @Override
    public E element() {
        return queue().element();
    }

    @Override
    public E peek() {
        return queue().peek();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || given.equals(other);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }

    /** Serialisation writes a queue of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.checkedQueue(queue(), elements.type);
    }
}
