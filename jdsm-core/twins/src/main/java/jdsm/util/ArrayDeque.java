package jdsm.util;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The twin of {@link java.util.ArrayDeque}: a ring of elements. */
public class ArrayDeque<E> extends java.util.ArrayDeque<E> {
    private static final long serialVersionUID = 1L;
    private static final int USUAL_LENGTH = 16;

    @SuppressWarnings("serial") // the elements decide
    private Object[] ring;
    /** The place of the first element. */
    private int first;

    private int size;

    /** As {@link java.util.ArrayDeque#ArrayDeque()}. */
    public ArrayDeque() {
        this(USUAL_LENGTH);
    }

    /** As {@link java.util.ArrayDeque#ArrayDeque(int)}. */
    public ArrayDeque(int capacity) {
        super(1);
        ring = new Object[Math.max(capacity, 1)];
    }

    /** As {@link java.util.ArrayDeque#ArrayDeque(Collection)}. */
    public ArrayDeque(Collection<? extends E> other) {
        this(other.size());
        appendAll(other);
    }

    int length() {
        return size;
    }

    private int place(int index) {
        int place = first + index;
        return place >= ring.length ? place - ring.length : place;
    }

    @SuppressWarnings("unchecked")
    E at(int index) {
        return (E) ring[place(index)];
    }

    private void grow() {
        if (size == ring.length) {
            Object[] longer = new Object[size < 64 ? size * 2 + 2 : size + (size >> 1)];
            copyTo(longer);
            ring = longer;
            first = 0;
        }
    }

    private void copyTo(Object[] all) {
        int behind = Math.min(size, ring.length - first);
        System.arraycopy(ring, first, all, 0, behind);
        System.arraycopy(ring, 0, all, behind, size - behind);
    }

    /** Removes the element at an index, by moving those behind it. */
    E cut(int index) {
        E cut = at(index);
        if (index == 0) {
            ring[first] = null;
            first = place(1);
        } else {
            for (int i = index + 1; i < size; i++) {
                ring[place(i - 1)] = ring[place(i)];
            }
            ring[place(size - 1)] = null;
        }
        size--;
        return cut;
    }

    private int find(Object element) {
        for (int i = 0; element != null && i < size; i++) {
            if (element.equals(at(i))) {
                return i;
            }
        }
        return -1;
    }

    private int findLast(Object element) {
        for (int i = size - 1; element != null && i >= 0; i--) {
            if (element.equals(at(i))) {
                return i;
            }
        }
        return -1;
    }

    private void requireSome() {
        if (size == 0) {
            throw new NoSuchElementException();
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
    public boolean contains(Object element) {
        return find(element) >= 0;
    }

    @Override
    public void addFirst(E element) {
        Objects.requireNonNull(element);
        grow();
        first = first == 0 ? ring.length - 1 : first - 1;
        ring[first] = element;
        size++;
    }

    @Override
    public void addLast(E element) {
        append(element);
    }

    private void append(Object element) {
        Objects.requireNonNull(element);
        grow();
        ring[place(size)] = element;
        size++;
    }

    @Override
    public boolean add(E element) {
        addLast(element);
        return true;
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return appendAll(others);
    }

    private boolean appendAll(Collection<? extends E> others) {
        Object[] more = others.toArray();
        for (Object element : more) {
            append(element);
        }
        return more.length > 0;
    }

    @Override
    public boolean offer(E element) {
        addLast(element);
        return true;
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E peekFirst() {
        return size == 0 ? null : at(0);
    }

    @Override
    public E peekLast() {
        return size == 0 ? null : at(size - 1);
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public E getFirst() {
        requireSome();
        return at(0);
    }

    @Override
    public E getLast() {
        requireSome();
        return at(size - 1);
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E pollFirst() {
        return size == 0 ? null : cut(0);
    }

    @Override
    public E pollLast() {
        return size == 0 ? null : cut(size - 1);
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E removeFirst() {
        requireSome();
        return cut(0);
    }

    @Override
    public E removeLast() {
        requireSome();
        return cut(size - 1);
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    private boolean cutIfFound(int index) {
        if (index >= 0) {
            cut(index);
        }
        return index >= 0;
    }

    @Override
    public boolean remove(Object element) {
        return cutIfFound(find(element));
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        return cutIfFound(find(element));
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        return cutIfFound(findLast(element));
    }

    @Override
    public void clear() {
        java.util.Arrays.fill(ring, null);
        first = 0;
        size = 0;
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
    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        Object[] kept = new Object[ring.length];
        int count = 0;
        int before = size;
        for (int i = 0; i < before; i++) {
            E element = at(i);
            if (!filter.test(element)) {
                kept[count++] = element;
            }
        }
        if (size != before) {
            throw new ConcurrentModificationException();
        }
        if (count < before) {
            ring = kept;
            first = 0;
            size = count;
        }
        return count < before;
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int before = size;
        for (int i = 0; i < before; i++) {
            action.accept(at(i));
            if (size != before) {
                throw new ConcurrentModificationException();
            }
        }
    }

    @Override
    public Iterator<E> iterator() {
        return new RingCursor<>(this, false);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new RingCursor<>(this, true);
    }

    @Override
    public Spliterator<E> spliterator() {
        return new SizedSpliterator<>(this, Spliterator.ORDERED | Spliterator.NONNULL);
    }

    @Override
    public Object[] toArray() {
        return Copies.of(this);
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return Copies.of(this, given);
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public ArrayDeque<E> clone() {
        if (getClass() == ArrayDeque.class) {
            return new ArrayDeque<>(this);
        }
        ArrayDeque<E> copy = (ArrayDeque<E>) super.clone();
        copy.ring = toArray();
        copy.first = 0;
        copy.ring = copy.ring.length == 0 ? new Object[1] : copy.ring;
        return copy;
    }

    /** Serialisation writes the JDK's own deque, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == ArrayDeque.class ? new java.util.ArrayDeque<>(this) : this;
    }
}
