package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;

/** A {@link LinkedHashSet} in the opposite order, as Java 21's {@code reversed}. */
final class ReversedSet<E> extends AbstractSet<E> {
    private final LinkedHashSet<E> set;

    ReversedSet(LinkedHashSet<E> set) {
        this.set = set;
    }

    /** What {@code reversed} returns on Java 21 and later. */
    Set<E> inReverse() {
        return set;
    }

    @Override
    public int size() {
        return set.size();
    }

    @Override
    public boolean isEmpty() {
        return set.isEmpty();
    }

    @Override
    public boolean contains(Object element) {
        return set.contains(element);
    }

    @Override
    public boolean add(E element) {
        return set.add(element);
    }

    @Override
    public boolean remove(Object element) {
        return set.remove(element);
    }

    @Override
    public void clear() {
        set.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return set.backward();
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getFirst() {
        return set.getLast();
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getLast() {
        return set.getFirst();
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeFirst() {
        return set.removeLast();
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeLast() {
        return set.removeFirst();
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addFirst(E element) {
        set.addLast(element);
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addLast(E element) {
        set.addFirst(element);
    }
}
