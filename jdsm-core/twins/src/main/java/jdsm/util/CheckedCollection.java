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

/** What {@link java.util.Collections#checkedCollection} returns in woven code. */
class CheckedCollection<E> implements Collection<E>, Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    final Collection<E> given;

    final ElementType<E> elements;

    CheckedCollection(Collection<E> given, ElementType<E> elements) {
        this.given = Objects.requireNonNull(given);
        this.elements = elements;
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
    public Object[] toArray() {
        return given.toArray();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        return given.toArray(array);
    }

    @Override
    public <T> T[] toArray(IntFunction<T[]> maker) {
        return given.toArray(maker);
    }

    @Override
    public boolean add(E element) {
        return given.add(elements.check(element));
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return given.addAll(elements.checked(others));
    }

    @Override
    public boolean remove(Object element) {
        return given.remove(element);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return given.removeAll(others);
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        return given.removeIf(filter);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        return given.retainAll(others);
    }

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

    @Override
    public String toString() {
        return given.toString();
    }

    @Override
    public void clear() {
        given.clear();
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        given.forEach(action);
    }

    /** Serialisation writes a collection of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.checkedCollection(given, elements.type);
    }
}
