package jdsm.util;

import java.io.Serializable;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** An immutable list: what {@link List#of} and the like return in woven code. */
final class FixedList<E> extends FixedSizeList<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another list
    private final Object[] elements;

    private final boolean hasNulls;

    /** @param elements belong to the list from now on */
    FixedList(Object[] elements, boolean mayHaveNulls) {
        this.elements = elements;
        this.hasNulls = mayHaveNulls;
        if (!mayHaveNulls) {
            for (Object element : elements) {
                Objects.requireNonNull(element);
            }
        }
    }

    boolean mayHaveNulls() {
        return hasNulls;
    }

    private static UnsupportedOperationException immutable() {
        return new UnsupportedOperationException();
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        return (E) elements[index];
    }

    private void requireQuery(Object element) {
        if (!hasNulls) {
            Objects.requireNonNull(element);
        }
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public int indexOf(Object element) {
        requireQuery(element);
        for (int i = 0; i < elements.length; i++) {
            if (Objects.equals(element, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        requireQuery(element);
        for (int i = elements.length - 1; i >= 0; i--) {
            if (Objects.equals(element, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Object[] toArray() {
        Object[] all = new Object[elements.length];
        System.arraycopy(elements, 0, all, 0, elements.length);
        return all;
    }

    @Override
    public E set(int index, E element) {
        throw immutable();
    }

    @Override
    public List<E> subList(int from, int to) {
        Objects.checkFromToIndex(from, to, elements.length);
        Object[] part = new Object[to - from];
        System.arraycopy(elements, from, part, 0, part.length);
        return new FixedList<>(part, hasNulls);
    }

    @Override
    public Spliterator<E> spliterator() {
        return new SizedSpliterator<>(this, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    // Also where nothing would change, as the JDK's lists do.

    @Override
    public boolean add(E element) {
        throw immutable();
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        throw immutable();
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        throw immutable();
    }

    @Override
    public void clear() {
        throw immutable();
    }

    @Override
    public boolean remove(Object element) {
        throw immutable();
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        throw immutable();
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        throw immutable();
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        throw immutable();
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        throw immutable();
    }

    @Override
    public void sort(Comparator<? super E> order) {
        throw immutable();
    }

    /** Serialisation writes a list of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableList(new java.util.ArrayList<>(this));
    }
}
