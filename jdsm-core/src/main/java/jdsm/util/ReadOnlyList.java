package jdsm.util;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.RandomAccess;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What {@link java.util.Collections#unmodifiableList} returns in woven code. */
final class ReadOnlyList<E> extends AbstractList<E> implements RandomAccess, Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final List<E> given;

    ReadOnlyList(List<E> given) {
        this.given = given;
    }

    @Override
    public int size() {
        return given.size();
    }

    @Override
    public boolean isEmpty() {
        return given.isEmpty();
    }

    @Override
    public boolean contains(Object element) {
        return given.contains(element);
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return given.containsAll(others);
    }

    @Override
    public Iterator<E> iterator() {
        return new ReadOnlyIterator<>(given.iterator());
    }

    @Override
    public Object[] toArray() {
        return given.toArray();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        return given.toArray(array);
    }

    @Override
    public String toString() {
        return given.toString();
    }

    @Override
    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || given.equals(other);
    }

    @Override
    public int hashCode() {
        return given.hashCode();
    }

    @Override
    public E get(int index) {
        return given.get(index);
    }

    @Override
    public int indexOf(Object element) {
        return given.indexOf(element);
    }

    @Override
    public int lastIndexOf(Object element) {
        return given.lastIndexOf(element);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new ReadOnlyListIterator<>(given.listIterator(index));
    }

    @Override
    public List<E> subList(int from, int to) {
        return new ReadOnlyList<>(given.subList(from, to));
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sort(Comparator<? super E> order) {
        throw new UnsupportedOperationException();
    }

    /** Serialisation writes a list of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableList(given);
    }
}
