package jdsm.util;

import java.util.ListIterator;
import java.util.NoSuchElementException;

/** An iterator over an {@link ArrayList}, or over a part of it. */
final class ListCursor<E> implements ListIterator<E> {
    private final ArrayList<E> list;
    /** Null for the whole list. */
    private final SubList<E> part;

    private final int offset;
    private int cursor;
    private int last = -1;
    private int expected;

    ListCursor(ArrayList<E> list, SubList<E> part, int index) {
        this.list = list;
        this.part = part;
        this.offset = part == null ? 0 : part.offset();
        this.cursor = index;
        this.expected = list.modifications();
    }

    private int end() {
        return part == null ? list.length() : part.length();
    }

    @Override
    public boolean hasNext() {
        return cursor != end();
    }

    @Override
    public E next() {
        list.requireUnchanged(expected);
        int index = cursor;
        if (index >= end()) {
            throw new NoSuchElementException();
        }
        cursor = index + 1;
        last = index;
        return list.at(offset + index);
    }

    @Override
    public boolean hasPrevious() {
        return cursor != 0;
    }

    @Override
    public E previous() {
        list.requireUnchanged(expected);
        int index = cursor - 1;
        if (index < 0) {
            throw new NoSuchElementException();
        }
        cursor = index;
        last = index;
        return list.at(offset + index);
    }

    @Override
    public int nextIndex() {
        return cursor;
    }

    @Override
    public int previousIndex() {
        return cursor - 1;
    }

    private void requireLast() {
        if (last < 0) {
            throw new IllegalStateException();
        }
        list.requireUnchanged(expected);
    }

    private void changed(int more) {
        last = -1;
        expected = list.modifications();
        if (part != null) {
            part.changed(more);
        }
    }

    @Override
    public void remove() {
        requireLast();
        list.remove(offset + last); // this and the others: a program's list may override them
        cursor = last;
        changed(-1);
    }

    @Override
    public void set(E element) {
        requireLast();
        list.set(offset + last, element);
    }

    @Override
    public void add(E element) {
        list.requireUnchanged(expected);
        list.add(offset + cursor, element);
        cursor++;
        changed(1);
    }
}
