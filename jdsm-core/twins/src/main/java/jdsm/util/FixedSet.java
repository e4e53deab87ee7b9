package jdsm.util;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * An immutable set without null: what {@link java.util.Set#of} and the like return in woven code. Keeps the given
 * order.
 */
final class FixedSet<E> extends AbstractSet<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another set
    private final LinkedTable<E, Boolean> table;

    /** @throws IllegalArgumentException for two equal elements, unless {@code merges} is true */
    FixedSet(Object[] elements, boolean merges) {
        table = new LinkedTable<>(null, elements.length * 2, Table.USUAL_LOAD, false);
        for (Object element : elements) {
            @SuppressWarnings("unchecked")
            E one = (E) Objects.requireNonNull(element);
            if (table.put(one, Boolean.TRUE, true) != null && !merges) {
                throw new IllegalArgumentException("duplicate element: " + element);
            }
        }
    }

    /** An iterator that removes nothing. */
    private static final class Elements<E> implements Iterator<E> {
        private Node<E, Boolean> next;
        private final LinkedTable<E, Boolean> table;

        private Elements(LinkedTable<E, Boolean> table) {
            this.table = table;
            this.next = table.first();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public E next() {
            Node<E, Boolean> node = next;
            if (node == null) {
                throw new NoSuchElementException();
            }
            next = table.after(node);
            return node.key;
        }
    }

    private static UnsupportedOperationException immutable() {
        return new UnsupportedOperationException();
    }

    @Override
    public int size() {
        return table.size;
    }

    @Override
    public boolean contains(Object element) {
        return table.find(Objects.requireNonNull(element)) != null;
    }

    @Override
    public Iterator<E> iterator() {
        return new Elements<>(table);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }

    // Also where nothing would change, as the JDK's sets do.

    @Override
    public boolean add(E element) {
        throw immutable();
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        throw immutable();
    }

    @Override
    public void clear() {
        throw immutable();
    }

    @Override
    public boolean remove(Object element) {
        throw immutable();
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        throw immutable();
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        throw immutable();
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        throw immutable();
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.unmodifiableSet(new java.util.LinkedHashSet<>(this));
    }
}
