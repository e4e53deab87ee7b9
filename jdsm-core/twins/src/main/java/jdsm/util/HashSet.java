package jdsm.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;

/** The twin of {@link java.util.HashSet}. Iterates in the same order. */
public class HashSet<E> extends java.util.HashSet<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeObject writes the elements
    private Table<E, Boolean> table;

    /** As {@link java.util.HashSet#HashSet()}. */
    public HashSet() {
        super(0);
        table = new Table<>();
    }

    /** As {@link java.util.HashSet#HashSet(int)}. */
    public HashSet(int capacity) {
        super(0);
        table = new Table<>(capacity, Table.USUAL_LOAD);
    }

    /** As {@link java.util.HashSet#HashSet(int, float)}. */
    public HashSet(int capacity, float load) {
        super(0);
        table = new Table<>(capacity, load);
    }

    /** As {@link java.util.HashSet#HashSet(Collection)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor calls add, too
    public HashSet(Collection<? extends E> elements) {
        super(0);
        table = new Table<>(Capacities.ofCopy(elements.size()), Table.USUAL_LOAD);
        addAll(elements);
    }

    /** As the JDK's method of this name, of Java 19 and later. */
    public static <E> java.util.HashSet<E> newHashSet(int elements) {
        return new HashSet<>(Capacities.of(elements));
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
        return new SizedSpliterator<>(this, Spliterator.DISTINCT);
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
        HashSet<E> copy = getClass() == HashSet.class ? new HashSet<>() : (HashSet<E>) super.clone();
        copy.table = table.empty();
        copy.table.putAll(table);
        return copy;
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == HashSet.class ? new java.util.HashSet<>(this) : this;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeFloat(table.load());
        table.write(out, false);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        table = new Table<>(in.readFloat());
        table.read(in, Boolean.TRUE);
    }
}
