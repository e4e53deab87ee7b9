package jdsm.util;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** One element many times: what {@link java.util.Collections#nCopies} returns in woven code. Immutable. */
final class CopiesList<E> extends FixedSizeList<E> implements Serializable {
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
    public List<E> subList(int from, int to) {
        Objects.checkFromToIndex(from, to, count);
        return new CopiesList<>(to - from, element);
    }

    /** Serialisation writes a list of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.nCopies(count, element);
    }
}
