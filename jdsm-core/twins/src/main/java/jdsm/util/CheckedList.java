package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** What {@link java.util.Collections#checkedList} returns in woven code. */
final class CheckedList<E> extends CheckedCollection<E> implements List<E> {
    private static final long serialVersionUID = 1L;

    CheckedList(List<E> given, ElementType<E> elements) {
        super(given, elements);
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
    public E set(int index, E element) {
        return list().set(index, elements.check(element));
    }

    @Override
    public E remove(int index) {
        return list().remove(index);
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
    public boolean addAll(int index, Collection<? extends E> others) {
        return list().addAll(index, elements.checked(others));
    }

    @Override
    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new CheckedCursor<>(list().listIterator(index), elements);
    }

    @Override
    public List<E> subList(int from, int to) {
        return new CheckedList<>(list().subList(from, to), elements);
    }

    @Override
    public void add(int index, E element) {
        list().add(index, elements.check(element));
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        list().replaceAll(element -> elements.check(operator.apply(element)));
    }

    @Override
    public void sort(Comparator<? super E> order) {
        list().sort(order);
    }

    /** Serialisation writes a list of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.checkedList(list(), elements.type);
    }
}
