package jdsm.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;

/** The keys of any map as a set. */
final class KeysOf<K> extends AbstractSet<K> {
    private final Map<K, ?> map;

    KeysOf(Map<K, ?> map) {
        this.map = map;
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean contains(Object key) {
        return map.containsKey(key);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<K> iterator() {
        return new PartCursor<>(map.entrySet().iterator(), EntryPart.KEY);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }
}
