package jdsm.util;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Predicate;

/** The methods of {@link ArrayList} that are written in terms of others. */
abstract class ListBase<E> extends java.util.ArrayList<E> {
    private static final long serialVersionUID = 1L;

    ListBase() {
        super(0);
    }

    /** The element at an index that the list has. */
    abstract E at(int index);

    /** Inserts an element at a place that the list has. */
    abstract void insert(int index, E element);

    /** Removes the elements from one index to another one, exclusive. */
    abstract void cut(int from, int to);

    /** Removes elements of a range. Asks for all first: if the filter throws, the list stays as it was. */
    abstract boolean removeIf(Predicate<? super E> filter, int from, int to);

    abstract ArrayList<E> self();

    /** The size, also where a subclass overrides its method. */
    abstract int length();

    void requirePlace(int index) {
        if (index < 0 || index > length()) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + length());
        }
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getFirst() {
        requireSome();
        return at(0);
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getLast() {
        requireSome();
        return at(length() - 1);
    }

    private void requireSome() {
        if (length() == 0) {
            throw new NoSuchElementException();
        }
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addFirst(E element) {
        insert(0, element);
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addLast(E element) {
        insert(length(), element);
    }

    @Override
    public boolean remove(Object element) {
        int index = indexOf(element);
        if (index >= 0) {
            cut(index, index + 1);
        }
        return index >= 0;
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeFirst() {
        requireSome();
        return remove(0);
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeLast() {
        requireSome();
        return remove(length() - 1);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return removeIf(others::contains, 0, length());
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return removeIf(element -> !others.contains(element), 0, length());
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return removeIf(filter, 0, length());
    }

    @Override
    public Iterator<E> iterator() {
        return new ListCursor<>(self(), null, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return new ListCursor<>(self(), null, 0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        requirePlace(index);
        return new ListCursor<>(self(), null, index);
    }

    @Override
    public List<E> subList(int from, int to) {
        return SubList.of(self(), null, from, to, length());
    }

    @Override
    public Spliterator<E> spliterator() {
        return new SizedSpliterator<>(this, Spliterator.ORDERED);
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof List<?> list && Hashing.areEqual(this, list);
    }

    @Override
    public int hashCode() {
        return Hashing.ordered(this);
    }
}
