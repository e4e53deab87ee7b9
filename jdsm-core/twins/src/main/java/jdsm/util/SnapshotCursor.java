package jdsm.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** An iterator over what a {@link ConcurrentHashMap} contained when it was made. */
final class SnapshotCursor<K, V, E> implements Iterator<E> {
    private final Map<K, V> map;
    private final Map.Entry<K, V>[] entries;
    private final int part;
    private int next;
    private Map.Entry<K, V> last;

    SnapshotCursor(BulkOperations<K, V> map, int part) {
        this.map = map;
        this.entries = map.entries();
        this.part = part;
    }

    @Override
    public boolean hasNext() {
        return next < entries.length;
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        last = entries[next++];
        return EntryPart.of(part, last);
    }

    @Override
    public void remove() {
        if (last == null) {
            throw new IllegalStateException();
        }
        map.remove(last.getKey());
        last = null;
    }
}
