package jdsm.util;

import java.util.AbstractList;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A part of a {@link CopyOnWriteArrayList}. It can be used until the list changes by other means. */
final class CopyOnWritePart<E> extends AbstractList<E> implements RandomAccess {
    private final CopyOnWriteArrayList<E> list;
    /** The part that this one is a part of, or null. */
    private final CopyOnWritePart<E> whole;

    private final int offset;
    private int size;
    private Object[] expected;

    CopyOnWritePart(CopyOnWriteArrayList<E> list, CopyOnWritePart<E> whole, int offset, int size) {
        this.list = list;
        this.whole = whole;
        this.offset = offset;
        this.size = size;
        this.expected = list.version();
    }

    private void requireUnchanged() {
        if (list.version() != expected) {
            throw new ConcurrentModificationException();
        }
    }

    /** Follows a change of the list by this part. */
    private void changed(int more) {
        for (CopyOnWritePart<E> part = this; part != null; part = part.whole) {
            part.size += more;
            part.expected = list.version();
        }
    }

    private List<E> now() {
        synchronized (list.monitor()) {
            requireUnchanged();
            return list.now().subList(offset, offset + size);
        }
    }

    @Override
    public int size() {
        synchronized (list.monitor()) {
            requireUnchanged();
            return size;
        }
    }

    @Override
    public E get(int index) {
        Objects.checkIndex(index, size());
        return now().get(index);
    }

    @Override
    public E set(int index, E element) {
        synchronized (list.monitor()) {
            Objects.checkIndex(index, size());
            E before = list.set(offset + index, element);
            changed(0);
            return before;
        }
    }

    @Override
    public void add(int index, E element) {
        synchronized (list.monitor()) {
            Objects.checkIndex(index, size() + 1);
            list.add(offset + index, element);
            changed(1);
        }
    }

    @Override
    public E remove(int index) {
        synchronized (list.monitor()) {
            Objects.checkIndex(index, size());
            E before = list.remove(offset + index);
            changed(-1);
            return before;
        }
    }

    @Override
    protected void removeRange(int from, int to) {
        synchronized (list.monitor()) {
            requireUnchanged();
            ArrayList<E> copy = new ArrayList<>(list.now());
            copy.cut(offset + from, offset + to);
            list.become(copy);
            changed(from - to);
        }
    }

    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        return new ReadOnlyListIterator<>(now().listIterator(index));
    }

    /** {@inheritDoc} One by one: iterators remove nothing. */
    @Override
    public boolean remove(Object element) {
        synchronized (list.monitor()) {
            int index = indexOf(element);
            if (index >= 0) {
                remove(index);
            }
            return index >= 0;
        }
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        synchronized (list.monitor()) {
            ArrayList<E> kept = new ArrayList<>(now());
            boolean some = kept.removeIf(filter);
            if (some) {
                ArrayList<E> copy = new ArrayList<>(list.now());
                copy.cut(offset, offset + size);
                copy.addAll(offset, kept);
                list.become(copy);
                changed(kept.size() - size);
            }
            return some;
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
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        synchronized (list.monitor()) {
            for (int i = 0; i < size(); i++) {
                set(i, operator.apply(get(i)));
            }
        }
    }

    @Override
    public void sort(Comparator<? super E> order) {
        synchronized (list.monitor()) {
            ArrayList<E> sorted = new ArrayList<>(now());
            sorted.sort(order);
            for (int i = 0; i < size(); i++) {
                set(i, sorted.get(i));
            }
        }
    }

    @Override
    public List<E> subList(int from, int to) {
        synchronized (list.monitor()) {
            Objects.checkFromToIndex(from, to, size());
            return new CopyOnWritePart<>(list, this, offset + from, to - from);
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
