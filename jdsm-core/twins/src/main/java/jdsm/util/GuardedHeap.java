package jdsm.util;

import java.util.Collection;
import java.util.Comparator;

/** The elements of a queue in the order of their priority. The queue's end is its front. */
class GuardedHeap<E> extends Guarded<E> {
    private final PriorityQueue<E> queue;

    GuardedHeap(int capacity, Comparator<? super E> order) {
        super(Integer.MAX_VALUE);
        queue = new PriorityQueue<>(capacity, order);
    }

    GuardedHeap(Collection<? extends E> given) {
        super(Integer.MAX_VALUE);
        queue = new PriorityQueue<>(given);
    }

    Comparator<? super E> order() {
        return queue.comparator();
    }

    @Override
    Collection<E> elements() {
        return queue;
    }

    @Override
    void insert(E element, boolean first) {
        queue.add(element);
    }

    @Override
    E look(boolean first) {
        return queue.peek();
    }

    @Override
    E cut(boolean first) {
        return queue.poll();
    }

    @Override
    E at(int index) {
        return queue.heap.at(index);
    }

    @Override
    void cut(int index) {
        queue.heap.cut(index);
    }

    @Override
    boolean cut(Object element, boolean first) {
        return queue.remove(element);
    }

    @Override
    boolean keepsOrder() {
        return false;
    }
}
