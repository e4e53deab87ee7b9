package jdsm.util;

import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Predicate;

/** What {@link java.util.Collections#unmodifiableCollection} returns in woven code. */
class ReadOnlyCollection<E> extends AbstractCollection<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    final Collection<E> given;

    ReadOnlyCollection(Collection<E> given) {
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

    /** Serialisation writes a collection of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableCollection(given);
    }
}
