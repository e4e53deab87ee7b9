package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The twin of {@link java.util.concurrent.CopyOnWriteArrayList}. */
public class CopyOnWriteArrayList<E> extends java.util.concurrent.CopyOnWriteArrayList<E> {
    private static final long serialVersionUID = 1L;

    /** Under whose monitor changes are made. */
    @SuppressWarnings("serial") // writeReplace writes another list
    private Object monitor = new Object();

    /** Does not change any more once it is here. */
    @SuppressWarnings("serial")
    private volatile Object[] elements;

    /** As {@link java.util.concurrent.CopyOnWriteArrayList#CopyOnWriteArrayList()}. */
    public CopyOnWriteArrayList() {
        elements = new Object[0];
    }

    /** As {@link java.util.concurrent.CopyOnWriteArrayList#CopyOnWriteArrayList(Collection)}. */
    public CopyOnWriteArrayList(Collection<? extends E> given) {
        elements = new ArrayList<E>(given).toArray();
    }

    /** As {@link java.util.concurrent.CopyOnWriteArrayList#CopyOnWriteArrayList(Object[])}. */
    public CopyOnWriteArrayList(E[] given) {
        elements = new Object[given.length];
        System.arraycopy(given, 0, elements, 0, given.length);
    }

    /** The elements of this moment. */
    FixedList<E> now() {
        return new FixedList<>(elements, true);
    }

    // For parts of the list.

    Object monitor() {
        return monitor;
    }

    Object[] version() {
        return elements;
    }

    /** Replaces all elements; the caller has the monitor. */
    void become(ArrayList<E> changed) {
        elements = changed.toArray();
    }

    private ArrayList<E> copy() {
        return new ArrayList<>(now());
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public boolean isEmpty() {
        return elements.length == 0;
    }

    @Override
    public boolean contains(Object element) {
        return now().contains(element);
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return now().containsAll(others);
    }

    @Override
    public int indexOf(Object element) {
        return now().indexOf(element);
    }

    @Override
    public int indexOf(E element, int from) {
        Object[] all = elements;
        for (int i = from; i < all.length; i++) {
            if (Objects.equals(element, all[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        return now().lastIndexOf(element);
    }

    @Override
    public int lastIndexOf(E element, int from) {
        Object[] all = elements;
        for (int i = from; i >= 0; i--) {
            if (Objects.equals(element, all[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public E get(int index) {
        return now().get(index);
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getFirst() {
        return required(now()).get(0);
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getLast() {
        FixedList<E> all = required(now());
        return all.get(all.size() - 1);
    }

    private static <E, L extends List<E>> L required(L all) {
        if (all.isEmpty()) {
            throw new NoSuchElementException();
        }
        return all;
    }

    @Override
    public E set(int index, E element) {
        synchronized (monitor) {
            E before = now().get(index);
            ArrayList<E> copy = copy();
            copy.set(index, element);
            become(copy);
            return before;
        }
    }

    @Override
    public boolean add(E element) {
        synchronized (monitor) {
            add(elements.length, element);
            return true;
        }
    }

    @Override
    public void add(int index, E element) {
        synchronized (monitor) {
            ArrayList<E> copy = copy();
            copy.add(index, element);
            become(copy);
        }
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addFirst(E element) {
        add(0, element);
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addLast(E element) {
        add(element);
    }

    @Override
    public boolean addIfAbsent(E element) {
        synchronized (monitor) {
            return !contains(element) && add(element);
        }
    }

    @Override
    public int addAllAbsent(Collection<? extends E> others) {
        Object[] more = others.toArray();
        synchronized (monitor) {
            ArrayList<E> copy = copy();
            int before = copy.size();
            for (Object each : more) {
                @SuppressWarnings("unchecked")
                E element = (E) each;
                if (!copy.contains(element)) {
                    copy.add(element);
                }
            }
            int added = copy.size() - before;
            if (added > 0) {
                become(copy);
            }
            return added;
        }
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        synchronized (monitor) {
            return addAll(elements.length, others);
        }
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        ArrayList<E> more = new ArrayList<>(others);
        synchronized (monitor) {
            ArrayList<E> copy = copy();
            boolean some = copy.addAll(index, more);
            if (some) {
                become(copy);
            }
            return some;
        }
    }

    @Override
    public E remove(int index) {
        synchronized (monitor) {
            E before = now().get(index);
            ArrayList<E> copy = copy();
            copy.remove(index);
            become(copy);
            return before;
        }
    }

    @Override
    public boolean remove(Object element) {
        synchronized (monitor) {
            int index = indexOf(element);
            if (index >= 0) {
                remove(index);
            }
            return index >= 0;
        }
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeFirst() {
        synchronized (monitor) {
            required(this);
            return remove(0);
        }
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeLast() {
        synchronized (monitor) {
            required(this);
            return remove(elements.length - 1);
        }
    }

    @Override
    public void clear() {
        synchronized (monitor) {
            elements = new Object[0];
        }
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return removeIf(others::contains);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return removeIf(element -> !others.contains(element));
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        synchronized (monitor) {
            ArrayList<E> copy = copy();
            boolean some = copy.removeIf(filter);
            if (some) {
                become(copy);
            }
            return some;
        }
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        synchronized (monitor) {
            ArrayList<E> copy = copy();
            copy.replaceAll(operator);
            become(copy);
        }
    }

    @Override
    public void sort(Comparator<? super E> order) {
        synchronized (monitor) {
            ArrayList<E> copy = copy();
            copy.sort(order);
            become(copy);
        }
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        now().forEach(action);
    }

    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new ReadOnlyListIterator<>(now().listIterator(index));
    }

    @Override
    public List<E> subList(int from, int to) {
        synchronized (monitor) {
            Objects.checkFromToIndex(from, to, elements.length);
            return new CopyOnWritePart<>(this, null, from, to - from);
        }
    }

    /** As the JDK's method, of Java 21 and later. */
    public List<E> reversed() {
        return new ReversedList<>(this);
    }

    @Override
    public Spliterator<E> spliterator() {
        return now().spliterator();
    }

    @Override
    public Object[] toArray() {
        return now().toArray();
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return now().toArray(given);
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof List<?> list && Hashing.areEqual(now(), list);
    }

    @Override
    public int hashCode() {
        return Hashing.ordered(now());
    }

    @Override
    public String toString() {
        return now().toString();
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        if (getClass() == CopyOnWriteArrayList.class) {
            return new CopyOnWriteArrayList<>(now());
        }
        CopyOnWriteArrayList<E> copy = (CopyOnWriteArrayList<E>) super.clone();
        copy.monitor = new Object();
        return copy;
    }

    /** Serialisation writes the JDK's own list, for readers without JDSM. */
    private Object writeReplace() {
        return new java.util.concurrent.CopyOnWriteArrayList<>(now());
    }
}
