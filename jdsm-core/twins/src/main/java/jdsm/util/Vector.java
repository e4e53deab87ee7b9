package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The twin of {@link java.util.Vector}. Parts of it, and iterators, need the vector's monitor beside other threads. */
public class Vector<E> extends java.util.Vector<E> {
    private static final long serialVersionUID = 1L;
    private static final int USUAL_CAPACITY = 10;

    @SuppressWarnings("serial") // writeReplace writes another object
    private VectorList<E> list;

    /** As {@link java.util.Vector#Vector()}. */
    public Vector() {
        this(USUAL_CAPACITY);
    }

    /** As {@link java.util.Vector#Vector(int)}. */
    public Vector(int capacity) {
        this(capacity, 0);
    }

    /** As {@link java.util.Vector#Vector(int, int)}. */
    public Vector(int capacity, int increment) {
        super(0);
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        list = new VectorList<>(capacity, increment);
    }

    /** As {@link java.util.Vector#Vector(Collection)}. */
    public Vector(Collection<? extends E> given) {
        this(0);
        list.addAll(given);
        list.trim();
    }

    @Override
    public synchronized int capacity() {
        return list.capacity();
    }

    @Override
    public synchronized void ensureCapacity(int needed) {
        list.growTo(needed);
    }

    @Override
    public synchronized void trimToSize() {
        list.trim();
    }

    @Override
    public synchronized void setSize(int size) {
        list.keepFirst(size);
        while (list.length() < size) {
            add(null);
        }
    }

    @Override
    public synchronized int size() {
        return list.length();
    }

    @Override
    public synchronized boolean isEmpty() {
        return list.isEmpty();
    }

    @Override
    public synchronized boolean contains(Object element) {
        return list.contains(element);
    }

    @Override
    public synchronized boolean containsAll(Collection<?> others) {
        return list.containsAll(others);
    }

    @Override
    public synchronized int indexOf(Object element) {
        return list.indexOf(element);
    }

    @Override
    public synchronized int indexOf(Object element, int from) {
        return list.indexOf(element, from, list.length());
    }

    @Override
    public synchronized int lastIndexOf(Object element) {
        return list.lastIndexOf(element);
    }

    @Override
    public synchronized int lastIndexOf(Object element, int from) {
        return list.lastIndexOf(element, from);
    }

    @Override
    public synchronized E elementAt(int index) {
        return list.existingAt(index);
    }

    @Override
    public synchronized E get(int index) {
        return list.existingAt(index);
    }

    @Override
    public synchronized E firstElement() {
        return list.required(0);
    }

    @Override
    public synchronized E lastElement() {
        return list.required(list.length() - 1);
    }

    @Override
    public synchronized E set(int index, E element) {
        return list.replaceAt(index, element);
    }

    @Override
    public synchronized void setElementAt(E element, int index) {
        list.replaceAt(index, element);
    }

    @Override
    public synchronized boolean add(E element) {
        list.append(element);
        return true;
    }

    @Override
    public synchronized void addElement(E element) {
        list.append(element);
    }

    @Override
    public synchronized void add(int index, E element) {
        insertElementAt(element, index);
    }

    @Override
    public synchronized void insertElementAt(E element, int index) {
        list.insertAt(index, element);
    }

    @Override
    public synchronized boolean addAll(Collection<? extends E> others) {
        return list.appendAll(others);
    }

    @Override
    public synchronized boolean addAll(int index, Collection<? extends E> others) {
        return list.insertAllAt(index, others);
    }

    @Override
    public synchronized E remove(int index) {
        return list.cutAt(index);
    }

    @Override
    public synchronized void removeElementAt(int index) {
        list.cutAt(index);
    }

    @Override
    public synchronized boolean remove(Object element) {
        return list.remove(element);
    }

    @Override
    public synchronized boolean removeElement(Object element) {
        return list.remove(element);
    }

    @Override
    protected synchronized void removeRange(int from, int to) {
        list.cut(from, to);
    }

    @Override
    public synchronized void clear() {
        list.clear();
    }

    @Override
    public synchronized void removeAllElements() {
        list.clear();
    }

    @Override
    public synchronized boolean removeAll(Collection<?> others) {
        return list.removeAll(others);
    }

    @Override
    public synchronized boolean retainAll(Collection<?> others) {
        return list.retainAll(others);
    }

    @Override
    public synchronized boolean removeIf(Predicate<? super E> filter) {
        return list.removeIf(filter);
    }

    @Override
    public synchronized void replaceAll(UnaryOperator<E> operator) {
        list.replaceAll(operator);
    }

    @Override
    public synchronized void sort(Comparator<? super E> order) {
        list.sort(order);
    }

    @Override
    public synchronized void forEach(Consumer<? super E> action) {
        list.forEach(action);
    }

    @Override
    public Enumeration<E> elements() {
        return new Elements<>(this);
    }

    @Override
    public synchronized Iterator<E> iterator() {
        return list.iterator();
    }

    @Override
    public synchronized ListIterator<E> listIterator() {
        return list.listIterator();
    }

    @Override
    public synchronized ListIterator<E> listIterator(int index) {
        return list.listIterator(index);
    }

    @Override
    public synchronized List<E> subList(int from, int to) {
        return list.subList(from, to);
    }

    @Override
    public Spliterator<E> spliterator() {
        return list.spliterator();
    }

    @Override
    public synchronized void copyInto(Object[] given) {
        for (int i = 0; i < list.length(); i++) {
            given[i] = list.at(i);
        }
    }

    @Override
    public synchronized Object[] toArray() {
        return list.toArray();
    }

    @Override
    public synchronized <T> T[] toArray(T[] given) {
        return list.toArray(given);
    }

    @Override
    public synchronized boolean equals(Object other) {
        return other == this || list.equals(other);
    }

    @Override
    public synchronized int hashCode() {
        return list.hashCode();
    }

    @Override
    public synchronized String toString() {
        return list.toString();
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public synchronized Object clone() {
        Vector<E> copy = (Vector<E>) super.clone();
        copy.list = new VectorList<>(list);
        return copy;
    }

    /** Serialisation writes the JDK's own vector, for readers without JDSM. */
    private Object writeReplace() {
        java.util.Vector<E> copy = new java.util.Vector<>();
        copy.addAll(list);
        return copy;
    }
}
