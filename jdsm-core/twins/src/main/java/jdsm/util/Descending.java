package jdsm.util;

import java.util.Iterator;
import java.util.ListIterator;

/** A list iterator from its end to its begin. */
final class Descending<E> implements Iterator<E> {
    private final ListIterator<E> elements;

    /** @param elements at the end of the list */
    Descending(ListIterator<E> elements) {
        this.elements = elements;
    }

    @Override
    public boolean hasNext() {
        return elements.hasPrevious();
    }

    @Override
    public E next() {
        return elements.previous();
    }

    @Override
    public void remove() {
        elements.remove();
    }
}
