package jdsm.util;

import java.util.Iterator;

/** An iterator that removes nothing. */
final class ReadOnlyIterator<E> implements Iterator<E> {
    private final Iterator<? extends E> given;

    ReadOnlyIterator(Iterator<? extends E> given) {
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
}
