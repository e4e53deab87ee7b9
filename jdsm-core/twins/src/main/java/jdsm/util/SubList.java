package jdsm.util;

import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A part of an {@link ArrayList}, as {@link List#subList} specifies. */
final class SubList<E> extends AbstractList<E> implements RandomAccess {
    private final ArrayList<E> list;
    /** The part that this one is a part of, or null. */
    private final SubList<E> whole;

    private final int offset;
    private int size;
    private int expected;

    private SubList(ArrayList<E> list, SubList<E> whole, int offset, int size) {
        this.list = list;
        this.whole = whole;
        this.offset = offset;
        this.size = size;
        this.expected = list.modifications();
    }

    /**
     * A part of a list, or of a part of it.
     *
     * @param length the size of the list or of the part
     */
    static <E> SubList<E> of(ArrayList<E> list, SubList<E> whole, int from, int to, int length) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = " + from);
        } else if (to > length) {
            throw new IndexOutOfBoundsException("toIndex = " + to);
        } else if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        return new SubList<>(list, whole, (whole == null ? 0 : whole.offset) + from, to - from);
    }

    int offset() {
        return offset;
    }

    /** The size, without a look at whether the list has changed. */
    int length() {
        return size;
    }

    /** Follows a change of the list by this part. */
    void changed(int more) {
        for (SubList<E> part = this; part != null; part = part.whole) {
            part.size += more;
            part.expected = list.modifications();
        }
    }

    private void requireUnchanged() {
        list.requireUnchanged(expected);
    }

    private void requirePlace(int index) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    @Override
    public int size() {
        requireUnchanged();
        return size;
    }

    @Override
    public E get(int index) {
        Objects.checkIndex(index, size);
        requireUnchanged();
        return list.at(offset + index);
    }

    @Override
    public E set(int index, E element) {
        Objects.checkIndex(index, size);
        requireUnchanged();
        return list.replace(offset + index, element);
    }

    @Override
    public void add(int index, E element) {
        requirePlace(index);
        requireUnchanged();
        list.add(offset + index, element);
        changed(1);
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return addAll(size, others);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        requirePlace(index);
        int before = list.length();
        requireUnchanged();
        list.addAll(offset + index, others);
        changed(list.length() - before);
        return list.length() != before;
    }

    @Override
    public E remove(int index) {
        Objects.checkIndex(index, size);
        requireUnchanged();
        E before = list.remove(offset + index);
        changed(-1);
        return before;
    }

    @Override
    protected void removeRange(int from, int to) {
        requireUnchanged();
        list.removeRange(offset + from, offset + to); // a program's list may override it
        changed(from - to);
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
        Objects.requireNonNull(filter);
        requireUnchanged();
        int before = list.length();
        boolean some = list.removeIf(filter, offset, offset + size);
        if (some) {
            changed(list.length() - before);
        }
        return some;
    }

    @Override
    public void replaceAll(UnaryOperator<E> replacement) {
        Objects.requireNonNull(replacement);
        requireUnchanged();
        for (int i = offset; i < offset + size; i++) {
            list.replace(i, replacement.apply(list.at(i)));
            requireUnchanged();
        }
    }

    @Override
    public int indexOf(Object element) {
        requireUnchanged();
        int index = list.indexOf(element, offset, offset + size);
        return index < 0 ? -1 : index - offset;
    }

    @Override
    public int lastIndexOf(Object element) {
        requireUnchanged();
        int index = list.lastIndexOf(element, offset, offset + size);
        return index < 0 ? -1 : index - offset;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public Iterator<E> iterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        requireUnchanged();
        requirePlace(index);
        return new ListCursor<>(list, this, index);
    }

    @Override
    public List<E> subList(int from, int to) {
        requireUnchanged();
        return of(list, this, from, to, size);
    }

    @Override
    public Spliterator<E> spliterator() {
        return new SizedSpliterator<>(this, Spliterator.ORDERED);
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof List<?> theirs && Hashing.areEqual(this, theirs);
    }

    @Override
    public int hashCode() {
        return Hashing.ordered(this);
    }
}
