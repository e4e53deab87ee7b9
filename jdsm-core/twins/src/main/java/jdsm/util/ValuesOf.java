package jdsm.util;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.Map;

/** The values of any map as a collection. */
final class ValuesOf<V> extends AbstractCollection<V> {
    private final Map<?, V> map;

    ValuesOf(Map<?, V> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean contains(Object value) {
        return map.containsValue(value);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<V> iterator() {
        return new PartCursor<>(map.entrySet().iterator(), EntryPart.VALUE);
    }
}
