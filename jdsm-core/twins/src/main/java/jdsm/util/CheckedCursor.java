package jdsm.util;

import java.util.ListIterator;

/** An iterator that puts elements of one class only into its list. */
final class CheckedCursor<E> implements ListIterator<E> {
    private final ListIterator<E> given;
    private final ElementType<E> elements;

    CheckedCursor(ListIterator<E> given, ElementType<E> elements) {
        this.given = given;
        this.elements = elements;
    }

    @Override
    public boolean hasNext() {
        return given.hasNext();
    }

    @Override
    public E next() {
        return given.next();
    }

    @Override
    public boolean hasPrevious() {
        return given.hasPrevious();
    }

    @Override
    public E previous() {
        return given.previous();
    }

    @Override
    public int nextIndex() {
        return given.nextIndex();
    }

    @Override
    public int previousIndex() {
        return given.previousIndex();
    }

    @Override
    public void remove() {
        given.remove();
    }

    @Override
    public void set(E element) {
        given.set(elements.check(element));
    }

    @Override
    public void add(E element) {
        given.add(elements.check(element));
    }
}
