package jdsm.util;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** An iterator over the elements that a concurrent queue had when it was made. */
final class GuardedCursor<E> implements Iterator<E> {
    private final Guarded<E> queue;
    private final boolean descending;
    private final ArrayList<E> elements = new ArrayList<>(0);
    private int next;
    private int removed;
    private int expected;
    private boolean hasLast;

    GuardedCursor(Guarded<E> queue, boolean descending) {
        this.queue = queue;
        this.descending = descending;
        this.expected = queue.copyTo(elements);
    }

    private int place(int count) {
        return descending ? elements.size() - count : count - 1;
    }

    @Override
    public boolean hasNext() {
        return next < elements.size();
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        next++;
        hasLast = true;
        return elements.get(place(next));
    }

    @Override
    public void remove() {
        if (!hasLast) {
            throw new IllegalStateException();
        }
        hasLast = false;
        int index = place(next);
        expected = queue.remove(elements.get(index), descending ? index : index - removed, expected);
        removed++;
    }
}
