package jdsm.util;

import java.io.Serializable;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What {@link java.util.Collections#synchronizedCollection} returns in woven code. Each method holds one monitor, which
 * is the collection's own; who iterates holds it, too, as for the JDK's.
 */
class SynchronizedCollection<E> implements Collection<E>, Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    final Collection<E> given;

    @SuppressWarnings("serial")
    final Object mutex;

    /** @param mutex null for this object */
    SynchronizedCollection(Collection<E> given, Object mutex) {
        this.given = Objects.requireNonNull(given);
        this.mutex = mutex == null ? this : mutex;
    }

    @Override
    public int size() {
        synchronized (mutex) {
            return given.size();
        }
    }

    @Override
    public boolean isEmpty() {
        synchronized (mutex) {
            return given.isEmpty();
        }
    }

    @Override
    public boolean contains(Object element) {
        synchronized (mutex) {
            return given.contains(element);
        }
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        synchronized (mutex) {
            return given.containsAll(others);
        }
    }

    @Override
    public Object[] toArray() {
        synchronized (mutex) {
            return given.toArray();
        }
    }

    @Override
    public <T> T[] toArray(T[] array) {
        synchronized (mutex) {
            return given.toArray(array);
        }
    }

    @Override
    public <T> T[] toArray(IntFunction<T[]> maker) {
        synchronized (mutex) {
            return given.toArray(maker);
        }
    }

    @Override
    public boolean add(E element) {
        synchronized (mutex) {
            return given.add(element);
        }
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        synchronized (mutex) {
            return given.addAll(others);
        }
    }

    @Override
    public boolean remove(Object element) {
        synchronized (mutex) {
            return given.remove(element);
        }
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        synchronized (mutex) {
            return given.removeAll(others);
        }
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        synchronized (mutex) {
            return given.removeIf(filter);
        }
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        synchronized (mutex) {
            return given.retainAll(others);
        }
    }

    @Override
    public void clear() {
        synchronized (mutex) {
            given.clear();
        }
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        synchronized (mutex) {
            given.forEach(action);
        }
    }

    @Override
    public String toString() {
        synchronized (mutex) {
            return given.toString();
        }
    }

    // For these the caller holds the monitor.

    @Override
    public Iterator<E> iterator() {
        return given.iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return given.spliterator();
    }

    @Override
    public Stream<E> stream() {
        return given.stream();
    }

    @Override
    public Stream<E> parallelStream() {
        return given.parallelStream();
    }

    /** Serialisation writes a collection of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedCollection(given);
    }
}
