package jdsm.util;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;

/** One element many times: what {@link java.util.Collections#nCopies} returns in woven code. Immutable. */
final class CopiesList<E> extends AbstractList<E> implements RandomAccess, Serializable {
    private static final long serialVersionUID = 1L;

    private final int count;

    @SuppressWarnings("serial") // writeReplace writes another list
    private final E element;

    CopiesList(int count, E element) {
        if (count < 0) {
            throw new IllegalArgumentException("List length = " + count);
        }
        this.count = count;
        this.element = element;
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public E get(int index) {
        Objects.checkIndex(index, count);
        return element;
    }

    @Override
    public boolean contains(Object other) {
        return count > 0 && Objects.equals(other, element);
    }

    @Override
    public int indexOf(Object other) {
        return contains(other) ? 0 : -1;
    }

    @Override
    public int lastIndexOf(Object other) {
        return contains(other) ? count - 1 : -1;
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
    public List<E> subList(int from, int to) {
        Objects.checkFromToIndex(from, to, count);
        return new CopiesList<>(to - from, element);
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof List<?> list && Hashing.areEqual(this, list);
    }

    @Override
    public int hashCode() {
        return Hashing.ordered(this);
    }

    /** Serialisation writes a list of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.nCopies(count, element);
    }
}
