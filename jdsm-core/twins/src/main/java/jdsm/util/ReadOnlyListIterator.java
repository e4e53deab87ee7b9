package jdsm.util;

import java.util.ListIterator;

/** A list iterator that changes nothing. */
final class ReadOnlyListIterator<E> implements ListIterator<E> {
    private final ListIterator<E> given;

    ReadOnlyListIterator(ListIterator<E> given) {
        this.given = given;
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
        throw new UnsupportedOperationException();
    }

    @Override
    public void set(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void add(E element) {
        throw new UnsupportedOperationException();
    }
}
