package jdsm.util;

import java.util.Collection;

/** The elements of a queue or deque in the order of their arrival. */
final class GuardedRing<E> extends Guarded<E> {
    private final ArrayDeque<E> ring = new ArrayDeque<>();

    GuardedRing(int capacity) {
        super(capacity);
    }

    @Override
    Collection<E> elements() {
        return ring;
    }

    @Override
    void insert(E element, boolean first) {
        if (first) {
            ring.addFirst(element);
        } else {
            ring.addLast(element);
        }
    }

    @Override
    E look(boolean first) {
        return first ? ring.peekFirst() : ring.peekLast();
    }

    @Override
    E cut(boolean first) {
        return first ? ring.pollFirst() : ring.pollLast();
    }

    @Override
    E at(int index) {
        return ring.at(index);
    }

    @Override
    void cut(int index) {
        ring.cut(index);
    }

    @Override
    boolean cut(Object element, boolean first) {
        return first ? ring.removeFirstOccurrence(element) : ring.removeLastOccurrence(element);
    }

    @Override
    boolean keepsOrder() {
        return true;
    }
}
