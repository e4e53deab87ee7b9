package jdsm.util;

import java.util.List;
import java.util.Objects;

/** A part of a list of fixed length; writes go through to that. */
final class PlacesList<E> extends FixedSizeList<E> {
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
}
