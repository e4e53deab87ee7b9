package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.ListIterator;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.function.UnaryOperator;

/** What {@link java.util.Collections#unmodifiableList} returns in woven code. */
final class ReadOnlyList<E> extends ReadOnlyCollection<E> implements List<E>, RandomAccess {
    private static final long serialVersionUID = 1L;

    ReadOnlyList(List<E> given) {
        super(given);
    }

    private List<E> list() {
        return (List<E>) given;
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
        return list().get(index);
    }

    @Override
    public int indexOf(Object element) {
        return list().indexOf(element);
    }

    @Override
    public int lastIndexOf(Object element) {
        return list().lastIndexOf(element);
    }

    @Override
    public Spliterator<E> spliterator() {
        return List.super.spliterator();
    }

    @Override
    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new ReadOnlyListIterator<>(list().listIterator(index));
    }

    @Override
    public List<E> subList(int from, int to) {
        return new ReadOnlyList<>(list().subList(from, to));
    }

    @Override
    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public E remove(int index) {
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
        return java.util.Collections.unmodifiableList(list());
    }
}
