package jdsm.util;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;

/** A list of fixed size that reads and writes through to an array: what {@link Arrays#asList} returns in woven code. */
final class ArrayAsList<E> extends FixedSizeList<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes a list of the JDK
    private final E[] elements;

    ArrayAsList(E[] elements) {
        this.elements = Objects.requireNonNull(elements);
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public E get(int index) {
        return elements[index];
    }

    @Override
    public E set(int index, E element) {
        E old = elements[index];
        elements[index] = element;
        return old;
    }

    @Override
    public List<E> subList(int from, int to) {
        return new PlacesList<>(this, from, to);
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public int indexOf(Object element) {
        for (int i = 0; i < elements.length; i++) {
            if (Objects.equals(element, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        for (int i = elements.length - 1; i >= 0; i--) {
            if (Objects.equals(element, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Object[] toArray() {
        return Arrays.copyOf(elements, elements.length, Object[].class);
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(elements, Spliterator.ORDERED);
    }

    /** Serialisation writes the JDK's list, for readers without JDSM. */
    private Object writeReplace() {
        return Arrays.asList(Arrays.copyOf(elements, elements.length));
    }
}
