package jdsm.util;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;

/** A part of a list of fixed length; writes go through to that. */
final class PlacesList<E> extends AbstractList<E> implements RandomAccess {
    private final List<E> list;
    private final int from;
    private final int length;

    /** @throws IndexOutOfBoundsException if the list has not these places */
    PlacesList(List<E> list, int from, int to) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = " + from);
        }
        if (to > list.size()) {
            throw new IndexOutOfBoundsException("toIndex = " + to);
        }
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        this.list = list;
        this.from = from;
        this.length = to - from;
    }

    @Override
    public int size() {
        return length;
    }

    @Override
    public E get(int index) {
        return list.get(from + Objects.checkIndex(index, length));
    }

    @Override
    public E set(int index, E element) {
        return list.set(from + Objects.checkIndex(index, length), element);
    }

    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new PlaceCursor<>(this, index);
    }

    @Override
    public int indexOf(Object element) {
        for (int i = 0; i < length; i++) {
            if (Objects.equals(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        for (int i = length - 1; i >= 0; i--) {
            if (Objects.equals(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public List<E> subList(int low, int high) {
        return new PlacesList<>(this, low, high);
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof List<?> theirs && Hashing.areEqual(this, theirs);
    }

    @Override
    public int hashCode() {
        return Hashing.ordered(this);
    }
}
