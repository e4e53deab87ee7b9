package jdsm.util;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Predicate;

/** What {@link java.util.Collections#unmodifiableSet} returns in woven code. */
final class ReadOnlySet<E> extends AbstractSet<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final Set<E> given;

    ReadOnlySet(Set<E> given) {
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

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableSet(given);
    }
}
