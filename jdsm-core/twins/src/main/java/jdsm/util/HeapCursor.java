package jdsm.util;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** An iterator over a {@link Heap}. */
final class HeapCursor<E> implements Iterator<E> {
    private final Heap<E> heap;
    private int next;
    private int last = -1;
    private int expected;
    /** Elements that a removal has moved before the iterator's place; null if there are none. */
    private ArrayDeque<E> missed;

    /** The last element, if it was one of the missed. */
    private E lastMissed;

    HeapCursor(Heap<E> heap) {
        this.heap = heap;
        this.expected = heap.modCount;
    }

    private boolean hasMissed() {
        return missed != null && !missed.isEmpty();
    }

    @Override
    public boolean hasNext() {
        return next < heap.size || hasMissed();
    }

    @Override
    public E next() {
        heap.requireUnchanged(expected);
        if (next < heap.size) {
            last = next++;
            lastMissed = null;
            return heap.at(last);
        }
        if (!hasMissed()) {
            throw new NoSuchElementException();
        }
        last = -1;
        lastMissed = missed.pollFirst();
        return lastMissed;
    }

    @Override
    public void remove() {
        heap.requireUnchanged(expected);
        if (last >= 0) {
            E moved = heap.cut(last);
            if (moved == null) {
                next--;
            } else {
                missed = missed == null ? new ArrayDeque<>() : missed;
                missed.addLast(moved);
            }
            last = -1;
        } else if (lastMissed != null) {
            heap.cutSame(lastMissed);
            lastMissed = null;
        } else {
            throw new IllegalStateException();
        }
        expected = heap.modCount;
    }
}
