package jdsm.util;

import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;

/** An iterator over a list of fixed length, by places. It may replace elements if the list does. */
final class PlaceCursor<E> implements ListIterator<E> {
    private final List<E> list;
    private int next;
    private int last = -1;

    /** @throws IndexOutOfBoundsException if the list has no such place */
    PlaceCursor(List<E> list, int from) {
        if (from < 0 || from > list.size()) {
            throw new IndexOutOfBoundsException("Index: " + from);
        }
        this.list = list;
        this.next = from;
    }

    @Override
    public boolean hasNext() {
        return next < list.size();
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        last = next++;
        return list.get(last);
    }

    @Override
    public boolean hasPrevious() {
        return next > 0;
    }

    @Override
    public E previous() {
        if (!hasPrevious()) {
            throw new NoSuchElementException();
        }
        last = --next;
        return list.get(last);
    }

    @Override
    public int nextIndex() {
        return next;
    }

    @Override
    public int previousIndex() {
        return next - 1;
    }

    @Override
    public void set(E element) {
        if (last < 0) {
            throw new IllegalStateException();
        }
        list.set(last, element);
    }

    @Override
    public void add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException();
    }
}
