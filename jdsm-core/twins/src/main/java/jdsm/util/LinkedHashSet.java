package jdsm.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.Spliterator;

/** The twin of {@link java.util.LinkedHashSet}. */
public class LinkedHashSet<E> extends java.util.LinkedHashSet<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeObject writes the elements
    private LinkedTable<E, Boolean> table;

    /** As {@link java.util.LinkedHashSet#LinkedHashSet()}. */
    public LinkedHashSet() {
        super(0);
        table = new LinkedTable<>(null, Table.USUAL_LOAD, false);
    }

    /** As {@link java.util.LinkedHashSet#LinkedHashSet(int)}. */
    public LinkedHashSet(int capacity) {
        super(0);
        table = new LinkedTable<>(null, capacity, Table.USUAL_LOAD, false);
    }

    /** As {@link java.util.LinkedHashSet#LinkedHashSet(int, float)}. */
    public LinkedHashSet(int capacity, float load) {
        super(0);
        table = new LinkedTable<>(null, capacity, load, false);
    }

    /** As {@link java.util.LinkedHashSet#LinkedHashSet(Collection)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor calls add, too
    public LinkedHashSet(Collection<? extends E> elements) {
        super(0);
        table = new LinkedTable<>(null, Capacities.ofCopy(elements.size()), Table.USUAL_LOAD, false);
        addAll(elements);
    }

    /** As the JDK's method of this name, of Java 19 and later. */
    public static <E> java.util.LinkedHashSet<E> newLinkedHashSet(int elements) {
        return new LinkedHashSet<>(Capacities.of(elements));
    }

    @Override
    public int size() {
        return table.size;
    }

    @Override
    public boolean isEmpty() {
        return table.size == 0;
    }

    @Override
    public boolean contains(Object element) {
        return table.find(element) != null;
    }

    @Override
    public boolean add(E element) {
        return table.put(element, Boolean.TRUE, true) == null;
    }

    @Override
    public boolean remove(Object element) {
        return table.remove(element) != null;
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getFirst() {
        return table.require(table.first()).key;
    }

    /** As the JDK's method, of Java 21 and later. */
    public E getLast() {
        return table.require(table.last()).key;
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeFirst() {
        return table.poll(table.require(table.first())).getKey();
    }

    /** As the JDK's method, of Java 21 and later. */
    public E removeLast() {
        return table.poll(table.require(table.last())).getKey();
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addFirst(E element) {
        table.putAt(element, Boolean.TRUE, true);
    }

    /** As the JDK's method, of Java 21 and later. */
    public void addLast(E element) {
        table.putAt(element, Boolean.TRUE, false);
    }

    /** What {@code reversed} returns on Java 21 and later. */
    final Set<E> inReverse() {
        return new ReversedSet<>(this);
    }

    final Iterator<E> backward() {
        return new PartCursor<>(table.entries(true), EntryPart.KEY);
    }

    @Override
    public void clear() {
        table.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return new Cursor.OfKeys<>(table);
    }

    @Override
    public Spliterator<E> spliterator() {
        return new SizedSpliterator<>(this, Spliterator.DISTINCT | Spliterator.ORDERED);
    }

    @Override
    public Object[] toArray() {
        return Copies.of(this);
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return Copies.of(this, given);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        LinkedHashSet<E> copy =
                getClass() == LinkedHashSet.class ? new LinkedHashSet<>() : (LinkedHashSet<E>) super.clone();
        copy.table = table.copyFor(null);
        return copy;
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == LinkedHashSet.class ? new java.util.LinkedHashSet<>(this) : this;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeFloat(table.load());
        table.write(out, false);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        table = new LinkedTable<>(null, in.readFloat(), false);
        table.read(in, Boolean.TRUE);
    }
}
