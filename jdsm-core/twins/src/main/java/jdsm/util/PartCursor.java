package jdsm.util;

import java.util.Iterator;
import java.util.Map;

/** An iterator over the keys or the values of entries. */
final class PartCursor<E> implements Iterator<E> {
    private final Iterator<? extends Map.Entry<?, ?>> entries;
    private final int part;

    PartCursor(Iterator<? extends Map.Entry<?, ?>> entries, int part) {
        this.entries = entries;
        this.part = part;
    }

    @Override
    public boolean hasNext() {
        return entries.hasNext();
    }

    @Override
    public E next() {
        return EntryPart.of(part, entries.next());
    }

    @Override
    public void remove() {
        entries.remove();
    }
}
