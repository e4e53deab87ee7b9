package jdsm.util;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** An iterator over an {@link ArrayDeque}. Notices other changes of the size. */
final class RingCursor<E> implements Iterator<E> {
    private final ArrayDeque<E> deque;
    private final boolean descending;
    /** The index of the next element. */
    private int next;

    private int last = -1;
    private int size;

    RingCursor(ArrayDeque<E> deque, boolean descending) {
        this.deque = deque;
        this.descending = descending;
        this.size = deque.length();
        this.next = descending ? size - 1 : 0;
    }

    @Override
    public boolean hasNext() {
        return descending ? next >= 0 : next < size;
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        requireUnchanged();
        last = next;
        next += descending ? -1 : 1;
        return deque.at(last);
    }

    private void requireUnchanged() {
        if (deque.length() != size) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public void remove() {
        if (last < 0) {
            throw new IllegalStateException();
        }
        requireUnchanged();
        deque.cut(last);
        next -= descending ? 0 : 1;
        size--;
        last = -1;
    }
}
