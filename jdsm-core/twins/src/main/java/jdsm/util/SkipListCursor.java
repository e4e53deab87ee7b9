package jdsm.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * An iterator over a {@link SkipListPart}. It looks for the entry above the last key at each step, so it sees changes of
 * other threads that lie before it, and never fails.
 */
final class SkipListCursor<K, V, E> implements Iterator<E> {
    private final SkipListPart<K, V> part;
    private final int view;
    private Map.Entry<K, V> next;
    private Map.Entry<K, V> current;

    SkipListCursor(SkipListPart<K, V> part, int view) {
        this.part = part;
        this.view = view;
        this.next = part.firstEntry();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public E next() {
        if (next == null) {
            throw new NoSuchElementException();
        }
        current = next;
        next = part.higherEntry(current.getKey());
        return EntryPart.of(view, current);
    }

    @Override
    public void remove() {
        if (current == null) {
            throw new IllegalStateException();
        }
        part.remove(current.getKey());
        current = null;
    }
}
