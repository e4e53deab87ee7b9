package jdsm.util;

import java.util.Enumeration;
import java.util.NoSuchElementException;

/** The elements of a vector, one after the other, whatever changes meanwhile. */
final class Elements<E> implements Enumeration<E> {
    private final java.util.Vector<E> vector;
    private int next;

    Elements(java.util.Vector<E> vector) {
        this.vector = vector;
    }

    @Override
    public boolean hasMoreElements() {
        return next < vector.size();
    }

    @Override
    public E nextElement() {
        synchronized (vector) {
            if (!hasMoreElements()) {
                throw new NoSuchElementException("Vector Enumeration");
            }
            return vector.get(next++);
        }
    }
}
