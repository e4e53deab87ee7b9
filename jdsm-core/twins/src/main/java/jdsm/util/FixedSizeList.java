package jdsm.util;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.RandomAccess;

/** A list whose length never changes, with places that are found at once. */
abstract class FixedSizeList<E> extends AbstractList<E> implements RandomAccess {

    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new PlaceCursor<>(this, index);
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
