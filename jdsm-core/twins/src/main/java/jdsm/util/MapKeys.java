package jdsm.util;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.function.Predicate;

/** What {@link java.util.Collections#newSetFromMap} returns in woven code: the keys of a map, to which keys can be added. */
final class MapKeys<E> extends AbstractSet<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final Map<E, Boolean> map;

    MapKeys(Map<E, Boolean> map) {
        if (!map.isEmpty()) {
            throw new IllegalArgumentException("Map is non-empty");
        }
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        return map.keySet().removeIf(filter);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return map.keySet().spliterator();
    }

    @Override
    public Object[] toArray() {
        return map.keySet().toArray();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        return map.keySet().toArray(array);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }

    @Override
    public String toString() {
        return map.keySet().toString();
    }

    /** Serialisation writes a set of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        java.util.Set<E> copy = java.util.Collections.newSetFromMap(new java.util.HashMap<>());
        copy.addAll(this);
        return copy;
    }
}
