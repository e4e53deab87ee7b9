package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;

/** What {@link java.util.concurrent.ConcurrentHashMap#newKeySet()} returns in woven code. */
final class ConcurrentKeys<E> extends AbstractSet<E> {
    private final ConcurrentHashMap<E, Boolean> map;

    ConcurrentKeys(ConcurrentHashMap<E, Boolean> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean add(E element) {
        return map.putIfAbsent(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public Iterator<E> iterator() {
        return new SnapshotCursor<>(map, EntryPart.KEY);
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.DISTINCT | Spliterator.CONCURRENT | Spliterator.NONNULL);
    }

    /** {@inheritDoc} Other threads may change the size meanwhile. */
    @Override
    public Object[] toArray() {
        return map.keyView().toArray();
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return map.keyView().toArray(given);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
