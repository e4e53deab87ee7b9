package jdsm.util;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;

/** A {@link CopyOnWriteArrayList} in the reverse order, as Java 21's {@code List.reversed}. */
final class ReversedList<E> extends AbstractList<E> implements RandomAccess {
    private final CopyOnWriteArrayList<E> list;

    ReversedList(CopyOnWriteArrayList<E> list) {
        this.list = list;
    }

    /** As the JDK's method, of Java 21 and later. */
    public List<E> reversed() {
        return list;
    }

    private List<E> now() {
        FixedList<E> forward = list.now();
        Object[] all = new Object[forward.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = forward.get(all.length - 1 - i);
        }
        return new FixedList<>(all, true);
    }

    @Override
    public int size() {
        return list.size();
    }

    @Override
    public E get(int index) {
        return now().get(index);
    }

    private int place(int index) {
        return list.size() - 1 - Objects.checkIndex(index, list.size());
    }

    @Override
    public E set(int index, E element) {
        synchronized (list.monitor()) {
            return list.set(place(index), element);
        }
    }

    @Override
    public boolean add(E element) {
        list.add(0, element);
        return true;
    }

    @Override
    public void add(int index, E element) {
        synchronized (list.monitor()) {
            list.add(list.size() - Objects.checkIndex(index, list.size() + 1), element);
        }
    }

    @Override
    public E remove(int index) {
        synchronized (list.monitor()) {
            return list.remove(place(index));
        }
    }

    @Override
    public void clear() {
        list.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new ReadOnlyListIterator<>(now().listIterator(index));
    }

    @Override
    public boolean remove(Object element) {
        synchronized (list.monitor()) {
            int index = list.lastIndexOf(element);
            if (index >= 0) {
                list.remove(index);
            }
            return index >= 0;
        }
    }

    @Override
    public int hashCode() {
        return Hashing.ordered(now());
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof List<?> others && Hashing.areEqual(now(), others);
    }
}
