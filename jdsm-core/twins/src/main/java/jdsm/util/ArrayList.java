package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The twin of {@link java.util.ArrayList}. */
public class ArrayList<E> extends ListBase<E> {
    private static final long serialVersionUID = 1L;
    private static final int USUAL_LENGTH = 10;

    /** Hides the field of {@link java.util.AbstractList}, also from subclasses that the program has. */
    @SuppressWarnings("HidingField")
    protected int modCount;

    /**
     * Null before the first element, unless the program gives a capacity: a constant array would be each rank's own.
     */
    @SuppressWarnings("serial") // the elements decide
    private Object[] elements;

    private int size;

    /** As {@link java.util.ArrayList#ArrayList()}. */
    public ArrayList() {}

    /** As {@link java.util.ArrayList#ArrayList(int)}. */
    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elements = new Object[capacity];
    }

    /** As {@link java.util.ArrayList#ArrayList(Collection)}. */
    public ArrayList(Collection<? extends E> other) {
        elements = copyOf(other);
        size = elements.length;
    }

    /** A new array of a collection's elements, which nothing else refers to. */
    private static Object[] copyOf(Collection<?> other) {
        Object[] given = other.toArray();
        Object[] all = new Object[given.length];
        System.arraycopy(given, 0, all, 0, given.length);
        return all;
    }

    @Override
    ArrayList<E> self() {
        return this;
    }

    @Override
    int length() {
        return size;
    }

    int modifications() {
        return modCount;
    }

    void requireUnchanged(int count) {
        if (modCount != count) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    E at(int index) {
        return (E) elements[index];
    }

    /** Makes room for elements behind the last one. */
    private Object[] room(int more) {
        Object[] all = elements;
        int needed = size + more;
        if (needed < 0) {
            throw new OutOfMemoryError("Required length exceeds implementation limit");
        }
        int length = all == null ? 0 : all.length;
        if (needed > length) {
            int usual = length == 0 ? USUAL_LENGTH : length + (length >> 1);
            all = resized(Math.max(needed, usual));
        }
        return all;
    }

    private Object[] resized(int length) {
        Object[] all = new Object[length];
        copyTo(all);
        elements = all;
        return all;
    }

    /** Adds what an iterator gives, and returns this list. */
    ArrayList<E> filled(Iterator<? extends E> more) {
        while (more.hasNext()) {
            insert(size, more.next());
        }
        return this;
    }

    private void copyTo(Object[] all) {
        if (size > 0) {
            System.arraycopy(elements, 0, all, 0, size);
        }
    }

    @Override
    public void trimToSize() {
        modCount++;
        if (elements != null && size < elements.length) {
            resized(size);
        }
    }

    @Override
    public void ensureCapacity(int capacity) {
        if (capacity > (elements == null ? USUAL_LENGTH : elements.length)) {
            modCount++;
            room(capacity - size);
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public int indexOf(Object element) {
        return indexOf(element, 0, size);
    }

    int indexOf(Object element, int from, int to) {
        for (int i = from; i < to; i++) {
            if (element == null ? elements[i] == null : element.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        return lastIndexOf(element, 0, size);
    }

    int lastIndexOf(Object element, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (element == null ? elements[i] == null : element.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public E get(int index) {
        Objects.checkIndex(index, size);
        return at(index);
    }

    @Override
    public E set(int index, E element) {
        Objects.checkIndex(index, size);
        return replace(index, element);
    }

    E replace(int index, E element) {
        E before = at(index);
        elements[index] = element;
        return before;
    }

    @Override
    public boolean add(E element) {
        modCount++;
        Object[] all = room(1);
        all[size] = element;
        size++;
        return true;
    }

    @Override
    public void add(int index, E element) {
        requirePlace(index);
        insert(index, element);
    }

    @Override
    void insert(int index, E element) {
        modCount++;
        Object[] all = room(1);
        System.arraycopy(all, index, all, index + 1, size - index);
        all[index] = element;
        size++;
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return insertAll(size, others);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        requirePlace(index);
        return insertAll(index, others);
    }

    private boolean insertAll(int index, Collection<? extends E> others) {
        Object[] more = others.toArray();
        modCount++;
        if (more.length > 0) {
            Object[] all = room(more.length);
            System.arraycopy(all, index, all, index + more.length, size - index);
            System.arraycopy(more, 0, all, index, more.length);
            size += more.length;
        }
        return more.length > 0;
    }

    @Override
    public E remove(int index) {
        Objects.checkIndex(index, size);
        E before = at(index);
        cut(index, index + 1);
        return before;
    }

    @Override
    protected void removeRange(int from, int to) {
        if (from > to) {
            throw new IndexOutOfBoundsException("From Index: " + from + " > To Index: " + to);
        }
        cut(from, to);
    }

    @Override
    void cut(int from, int to) {
        modCount++;
        if (to < size) {
            System.arraycopy(elements, to, elements, from, size - to);
        }
        shorten(size - (to - from));
    }

    private void shorten(int length) {
        for (int i = length; i < size; i++) {
            elements[i] = null;
        }
        size = length;
    }

    @Override
    public void clear() {
        modCount++;
        shorten(0);
    }

    @Override
    boolean removeIf(Predicate<? super E> filter, int from, int to) {
        int count = modCount;
        boolean[] gone = new boolean[to - from];
        boolean some = false;
        for (int i = from; i < to; i++) {
            if (filter.test(at(i))) {
                gone[i - from] = true;
                some = true;
            }
        }
        requireUnchanged(count);
        if (some) {
            modCount++;
            int kept = from;
            for (int i = from; i < size; i++) {
                if (i >= to || !gone[i - from]) {
                    elements[kept++] = elements[i];
                }
            }
            shorten(kept);
        }
        return some;
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int count = modCount;
        int length = size;
        for (int i = 0; modCount == count && i < length; i++) {
            action.accept(at(i));
        }
        requireUnchanged(count);
    }

    @Override
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int count = modCount;
        int length = size;
        for (int i = 0; modCount == count && i < length; i++) {
            elements[i] = operator.apply(at(i));
        }
        requireUnchanged(count);
        modCount++;
    }

    @Override
    public void sort(Comparator<? super E> order) {
        int count = modCount;
        E[] sorted = sorted(order);
        requireUnchanged(count);
        if (sorted.length > 0) {
            System.arraycopy(sorted, 0, elements, 0, sorted.length);
        }
        modCount++;
    }

    @SuppressWarnings("unchecked")
    private E[] sorted(Comparator<? super E> order) {
        E[] all = (E[]) toArray();
        java.util.Arrays.sort(all, order);
        return all;
    }

    @Override
    public Object[] toArray() {
        Object[] all = new Object[size];
        copyTo(all);
        return all;
    }

    @Override
    public <T> T[] toArray(T[] given) {
        T[] all = given.length >= size ? given : Copies.sized(given, size);
        copyTo(all);
        if (all.length > size) {
            all[size] = null;
        }
        return all;
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        ArrayList<E> copy = getClass() == ArrayList.class ? new ArrayList<>(0) : (ArrayList<E>) super.clone();
        copy.elements = toArray();
        copy.size = size;
        copy.modCount = 0;
        return copy;
    }

    /** Serialisation writes the JDK's own list, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == ArrayList.class ? new java.util.ArrayList<>(this) : this;
    }
}
