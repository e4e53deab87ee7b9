package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.ListIterator;
import java.util.function.UnaryOperator;

/** What {@link java.util.Collections#synchronizedList} returns in woven code. */
final class SynchronizedList<E> extends SynchronizedCollection<E> implements List<E> {
    private static final long serialVersionUID = 1L;

    /** @param mutex null for this object */
    SynchronizedList(List<E> given, Object mutex) {
        super(given, mutex);
    }

    private List<E> list() {
        return (List<E>) given;
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        synchronized (mutex) {
            return given.equals(other);
        }
    }

    @Override
    public int hashCode() {
        synchronized (mutex) {
            return given.hashCode();
        }
    }

    @Override
    public E get(int index) {
        synchronized (mutex) {
            return list().get(index);
        }
    }

    @Override
    public E set(int index, E element) {
        synchronized (mutex) {
            return list().set(index, element);
        }
    }

    @Override
    public void add(int index, E element) {
        synchronized (mutex) {
            list().add(index, element);
        }
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        synchronized (mutex) {
            return list().addAll(index, others);
        }
    }

    @Override
    public E remove(int index) {
        synchronized (mutex) {
            return list().remove(index);
        }
    }

    @Override
    public int indexOf(Object element) {
        synchronized (mutex) {
            return list().indexOf(element);
        }
    }

    @Override
    public int lastIndexOf(Object element) {
        synchronized (mutex) {
            return list().lastIndexOf(element);
        }
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        synchronized (mutex) {
            list().replaceAll(operator);
        }
    }

    @Override
    public void sort(Comparator<? super E> order) {
        synchronized (mutex) {
            list().sort(order);
        }
    }

    @Override
    public List<E> subList(int from, int to) {
        synchronized (mutex) {
            return new SynchronizedList<>(list().subList(from, to), mutex);
        }
    }

    // For these the caller holds the monitor.

    @Override
    public ListIterator<E> listIterator() {
        return list().listIterator();
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return list().listIterator(index);
    }

    /** Serialisation writes a list of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedList(list());
    }
}
