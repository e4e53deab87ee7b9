package jdsm.util;

import java.util.Iterator;
import java.util.Map;

/** An iterator over the keys or the values of entries. */
final class PartCursor<E> implements Iterator<E> {
    private final Iterator<? extends Map.Entry<?, ?>> entries;
    private final EntryPart part;

    PartCursor(Iterator<? extends Map.Entry<?, ?>> entries, EntryPart part) {
        this.entries = entries;
        this.part = part;
    }

    @Override
    public boolean hasNext() {
        return entries.hasNext();
    }

    @Override
    public E next() {
        return part.of(entries.next());
    }

    @Override
    public void remove() {
        entries.remove();
    }
}
