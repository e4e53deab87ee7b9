package jdsm.util;

import java.util.Collection;
import java.util.NoSuchElementException;

/**
 * The elements of a {@link Vector} or {@link Stack}, which guards it by its own monitor, with the errors of
 * {@link java.util.Vector}.
 */
final class VectorList<E> extends ArrayList<E> {
    private static final long serialVersionUID = 1L;

    /** As {@link java.util.Vector#capacity} tells it; the list has its own. */
    private int capacity;

    private final int increment;

    /** @param increment the number by which the capacity grows; 0 doubles it */
    VectorList(int capacity, int increment) {
        this.capacity = capacity;
        this.increment = increment;
    }

    VectorList(VectorList<E> other) {
        super(other);
        this.capacity = other.capacity;
        this.increment = other.increment;
    }

    int capacity() {
        grow(length());
        return capacity;
    }

    private void grow(int needed) {
        if (needed > capacity) {
            capacity = Math.max(needed, capacity + (increment > 0 ? increment : capacity));
        }
    }

    void growTo(int needed) {
        grow(length());
        grow(needed);
    }

    void trim() {
        capacity = length();
    }

    /** Removes the elements behind the first {@code size}. */
    void keepFirst(int size) {
        if (size < 0) {
            throw new ArrayIndexOutOfBoundsException(size);
        }
        if (size < length()) {
            cut(size, length());
        }
    }

    private int existing(int index) {
        if (index >= length()) {
            throw new ArrayIndexOutOfBoundsException(index + " >= " + length());
        } else if (index < 0) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        return index;
    }

    E existingAt(int index) {
        return at(existing(index));
    }

    /** The first or last element, of a list that must have one. */
    E required(int index) {
        if (isEmpty()) {
            throw new NoSuchElementException();
        }
        return at(index);
    }

    int lastIndexOf(Object element, int from) {
        if (from >= length()) {
            throw new IndexOutOfBoundsException(from + " >= " + length());
        }
        return lastIndexOf(element, 0, from + 1);
    }

    E replaceAt(int index, E element) {
        return replace(existing(index), element);
    }

    void append(E element) {
        grow(length() + 1);
        add(element);
    }

    void insertAt(int index, E element) {
        if (index > length()) {
            throw new ArrayIndexOutOfBoundsException(index + " > " + length());
        }
        grow(length() + 1); // also where the next line throws, as the JDK's does
        if (index < 0) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        add(index, element);
    }

    boolean appendAll(Collection<? extends E> others) {
        boolean some = addAll(others);
        grow(length());
        return some;
    }

    boolean insertAllAt(int index, Collection<? extends E> others) {
        if (index < 0 || index > length()) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        boolean some = addAll(index, others);
        grow(length());
        return some;
    }

    E cutAt(int index) {
        E before = existingAt(index);
        cut(index, index + 1);
        return before;
    }
}
