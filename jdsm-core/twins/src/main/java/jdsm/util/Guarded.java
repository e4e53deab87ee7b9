package jdsm.util;

import java.util.Collection;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import jdsm.runtime.Values;

/**
 * The elements of a concurrent queue, and the threads that wait for elements or for room. All state is under this
 * object's monitor, which no other code uses. A method with a parameter {@code first} works at the queue's front if
 * it is true, else at its end.
 */
abstract class Guarded<E> {
    private final int capacity;
    /** Counts the changes. */
    private int version;

    private int waiting;

    Guarded(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        this.capacity = capacity;
    }

    // The elements. The caller has the monitor.

    abstract Collection<E> elements();

    abstract void insert(E element, boolean first);

    /** An element at one end, not removed; null if there is none. */
    abstract E look(boolean first);

    /** Removes an element at one end; null if there is none. */
    abstract E cut(boolean first);

    abstract E at(int index);

    abstract void cut(int index);

    /** Whether a removal leaves the other elements in their order. */
    abstract boolean keepsOrder();

    /** Removes an element that is equal to a given one: the nearest to one end. */
    abstract boolean cut(Object element, boolean first);

    final void changed() {
        version++;
        if (waiting > 0) {
            notifyAll();
        }
    }

    // What queues offer.

    synchronized int size() {
        return elements().size();
    }

    int capacity() {
        return capacity;
    }

    synchronized int room() {
        return capacity - elements().size();
    }

    synchronized boolean offer(E element, boolean first) {
        Objects.requireNonNull(element);
        boolean fits = elements().size() < capacity;
        if (fits) {
            insert(element, first);
            changed();
        }
        return fits;
    }

    /** Waits for room, without a limit if the deadline is null. */
    synchronized boolean offer(E element, boolean first, Deadline deadline) throws InterruptedException {
        Objects.requireNonNull(element);
        Deadline.requireNotInterrupted();
        while (!offer(element, first)) {
            if (!waits(deadline)) {
                return false;
            }
        }
        return true;
    }

    synchronized E peek(boolean first) {
        return look(first);
    }

    synchronized E poll(boolean first) {
        E element = cut(first);
        if (element != null) {
            changed();
        }
        return element;
    }

    /** Waits for an element, without a limit if the deadline is null. */
    synchronized E poll(boolean first, Deadline deadline) throws InterruptedException {
        Deadline.requireNotInterrupted();
        E element = poll(first);
        while (element == null && waits(deadline)) {
            element = poll(first);
        }
        return element;
    }

    /** Waits for a change; false if the deadline has passed. */
    final boolean waits(Deadline deadline) throws InterruptedException {
        waiting++;
        try {
            return Deadline.waits(this, deadline);
        } finally {
            waiting--;
        }
    }

    /** Waits for a change, but not longer than told; false if the deadline has passed. */
    final boolean waits(Deadline deadline, long mostNanos) throws InterruptedException {
        waiting++;
        try {
            return deadline.waits(this, mostNanos);
        } finally {
            waiting--;
        }
    }

    synchronized boolean contains(Object element) {
        return element != null && elements().contains(element);
    }

    synchronized boolean remove(Object element, boolean first) {
        boolean removed = element != null && cut(element, first);
        if (removed) {
            changed();
        }
        return removed;
    }

    synchronized void clear() {
        elements().clear();
        changed();
    }

    synchronized Object[] toArray() {
        return elements().toArray();
    }

    synchronized <T> T[] toArray(T[] given) {
        return elements().toArray(given);
    }

    /** Moves elements. The other collection gets them without the monitor. */
    int drainTo(Collection<? super E> others, int most) {
        ArrayList<E> drained = drained(most);
        others.addAll(drained);
        return drained.size();
    }

    private synchronized ArrayList<E> drained(int most) {
        ArrayList<E> drained = new ArrayList<>(0);
        E next = most > 0 ? poll(true) : null;
        while (next != null) {
            drained.add(next);
            next = drained.size() < most ? poll(true) : null;
        }
        return drained;
    }

    void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        for (Object element : toArray()) {
            action.accept(cast(element));
        }
    }

    /** Removes elements. The filter runs without the monitor, and is asked for each element once. */
    boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        ArrayList<E> copy = new ArrayList<>(0);
        int expected = copyTo(copy);
        boolean[] gone = new boolean[copy.size()];
        boolean some = false;
        for (int i = 0; i < gone.length; i++) {
            gone[i] = filter.test(copy.get(i));
            some |= gone[i];
        }
        return some && remove(copy, gone, expected);
    }

    private synchronized boolean remove(ArrayList<E> copy, boolean[] gone, int expected) {
        boolean some = false;
        if (version == expected) {
            int[] next = new int[1];
            some = elements().removeIf(element -> gone[next[0]++]);
        } else {
            for (int i = 0; i < gone.length; i++) {
                int found = gone[i] ? find(copy.get(i)) : -1;
                if (found >= 0) {
                    cut(found);
                    some = true;
                }
            }
        }
        if (some) {
            changed();
        }
        return some;
    }

    @SuppressWarnings("unchecked")
    static <E> E cast(Object element) {
        return (E) element;
    }

    // For iterators, which have a copy of the elements.

    /** The number of changes, and a copy of the elements at that time. */
    synchronized int copyTo(ArrayList<E> copy) {
        copy.addAll(elements());
        return version;
    }

    /**
     * Removes an element that an iterator has returned.
     *
     * @param index its place if nothing has changed since the iterator was made, but by itself
     * @param expected the number of changes up to the iterator's last one
     * @return the number of changes now, if the iterator made the last one; else the given one
     */
    synchronized int remove(E element, int index, int expected) {
        if (version == expected && keepsOrder()) {
            cut(index);
        } else {
            int found = find(element);
            if (found < 0) {
                return expected;
            }
            cut(found);
        }
        changed();
        return version == expected + 1 ? version : expected;
    }

    /** The place of an object, or else of a value that is equal. */
    private int find(E element) {
        int count = elements().size();
        int equal = -1;
        for (int i = 0; i < count; i++) {
            if (at(i) == element) {
                return i;
            }
            if (equal < 0 && Values.areSame(at(i), element)) {
                equal = i;
            }
        }
        return equal;
    }
}
