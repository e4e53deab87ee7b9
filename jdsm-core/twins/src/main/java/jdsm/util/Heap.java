package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A binary heap in an array (Williams 1964). Each element is at its place in the JDK's priority queue, so that iteration
 * has the same order.
 */
final class Heap<E> extends Ordered<E> {
    private static final int USUAL_LENGTH = 11;

    int size;
    int modCount;
    private Object[] elements;

    Heap(int capacity, Comparator<? super E> order) {
        super(order);
        elements = new Object[capacity];
    }

    Heap(Comparator<? super E> order) {
        this(USUAL_LENGTH, order);
    }

    /** Takes the elements of a collection. */
    Heap(Collection<? extends E> given, Comparator<? super E> order) {
        super(order);
        Object[] all = given.toArray();
        elements = new Object[Math.max(all.length, 1)];
        for (Object element : all) {
            elements[size++] = Objects.requireNonNull(element);
        }
        heapify();
    }

    void requireUnchanged(int count) {
        if (modCount != count) {
            throw new ConcurrentModificationException();
        }
    }

    @SuppressWarnings("unchecked")
    E at(int index) {
        return (E) elements[index];
    }

    E first() {
        return size == 0 ? null : at(0);
    }

    private void heapify() {
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, elements[i]);
        }
    }

    /** Throws as a comparison with the element would. */
    private void requireComparable(Object element) {
        if (isNatural && !(element instanceof Comparable)) {
            throw new ClassCastException(element.getClass().getName() + " is no " + Comparable.class.getName());
        }
    }

    void add(E element) {
        Objects.requireNonNull(element);
        requireComparable(element);
        modCount++;
        if (size == elements.length) {
            Object[] longer = new Object[size < 64 ? 2 * size + 2 : size + (size >> 1)];
            System.arraycopy(elements, 0, longer, 0, size);
            elements = longer;
        }
        rise(size, element);
        size++;
    }

    /** Puts an element at an empty place, or above it. */
    private void rise(int place, Object element) {
        int at = place;
        while (at > 0) {
            int above = (at - 1) / 2;
            if (compare(element, elements[above]) >= 0) {
                break;
            }
            elements[at] = elements[above];
            at = above;
        }
        elements[at] = element;
    }

    /** Puts an element at an empty place, or below it. */
    private void sink(int place, Object element) {
        int at = place;
        while (2 * at + 1 < size) {
            int below = 2 * at + 1;
            if (below + 1 < size && compare(elements[below], elements[below + 1]) > 0) {
                below++;
            }
            if (compare(element, elements[below]) <= 0) {
                break;
            }
            elements[at] = elements[below];
            at = below;
        }
        elements[at] = element;
    }

    /** Removes and returns the first element; null if there is none. */
    E poll() {
        E first = first();
        if (first != null) {
            cut(0);
        }
        return first;
    }

    /**
     * Removes the element at an index.
     *
     * @return the element that has come from a place behind the index to one before it; null if none has
     */
    E cut(int index) {
        modCount++;
        size--;
        E moved = at(size);
        elements[size] = null;
        if (index == size) {
            return null;
        }
        sink(index, moved);
        if (elements[index] != moved) {
            return null;
        }
        rise(index, moved);
        return elements[index] == moved ? null : moved;
    }

    int find(Object element) {
        for (int i = 0; element != null && i < size; i++) {
            if (element.equals(elements[i])) {
                return i;
            }
        }
        return -1;
    }

    /** Removes an element by its identity, if it is there. */
    void cutSame(E element) {
        for (int i = 0; i < size; i++) {
            if (elements[i] == element) {
                cut(i);
                return;
            }
        }
    }

    /** Removes elements. Asks for all first: if the filter throws, the heap stays as it was. */
    boolean removeIf(Predicate<? super E> filter) {
        int count = modCount;
        boolean[] gone = new boolean[size];
        boolean some = false;
        for (int i = 0; i < gone.length; i++) {
            gone[i] = filter.test(at(i));
            some |= gone[i];
            requireUnchanged(count);
        }
        if (some) {
            modCount++;
            int kept = 0;
            for (int i = 0; i < gone.length; i++) {
                if (!gone[i]) {
                    elements[kept++] = elements[i];
                }
            }
            java.util.Arrays.fill(elements, kept, size, null);
            size = kept;
            heapify();
        }
        return some;
    }

    void forEach(Consumer<? super E> action) {
        int count = modCount;
        for (int i = 0; i < size && modCount == count; i++) {
            action.accept(at(i));
        }
        requireUnchanged(count);
    }

    void clear() {
        modCount++;
        java.util.Arrays.fill(elements, 0, size, null);
        size = 0;
    }

    void copyTo(Object[] all) {
        System.arraycopy(elements, 0, all, 0, size);
    }
}
