package jdsm.util;

import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The twin of {@link java.util.concurrent.CopyOnWriteArraySet}. */
public class CopyOnWriteArraySet<E> extends java.util.concurrent.CopyOnWriteArraySet<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another set
    private final CopyOnWriteArrayList<E> elements = new CopyOnWriteArrayList<>();

    /** As {@link java.util.concurrent.CopyOnWriteArraySet#CopyOnWriteArraySet()}. */
    public CopyOnWriteArraySet() {}

    /** As {@link java.util.concurrent.CopyOnWriteArraySet#CopyOnWriteArraySet(Collection)}. */
    public CopyOnWriteArraySet(Collection<? extends E> given) {
        elements.addAllAbsent(given);
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public boolean isEmpty() {
        return elements.isEmpty();
    }

    @Override
    public boolean contains(Object element) {
        return elements.contains(element);
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return elements.containsAll(others);
    }

    @Override
    public boolean add(E element) {
        return elements.addIfAbsent(element);
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return elements.addAllAbsent(others) > 0;
    }

    @Override
    public boolean remove(Object element) {
        return elements.remove(element);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return elements.removeAll(others);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        return elements.retainAll(others);
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        return elements.removeIf(filter);
    }

    @Override
    public void clear() {
        elements.clear();
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        elements.forEach(action);
    }

    @Override
    public Iterator<E> iterator() {
        return elements.iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(toArray(), Spliterator.IMMUTABLE | Spliterator.DISTINCT | Spliterator.ORDERED);
    }

    @Override
    public Object[] toArray() {
        return elements.toArray();
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return elements.toArray(given);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Set<?> others)) {
            return other == this;
        }
        FixedList<E> all = elements.now();
        int count = 0;
        for (Object each : others) {
            if (!all.contains(each)) {
                return false;
            }
            count++;
        }
        return count == all.size();
    }

    @Override
    public int hashCode() {
        return Hashing.sum(elements.now());
    }

    @Override
    public String toString() {
        return elements.toString();
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.CopyOnWriteArraySet<>(elements.now());
    }
}
