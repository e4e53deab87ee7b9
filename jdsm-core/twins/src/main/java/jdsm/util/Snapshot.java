package jdsm.util;

import java.util.Map;

/** Copies of the entries of tables. Not thread-safe. */
final class Snapshot<K, V> {
    private Object[] keys = new Object[16];
    private Object[] values = new Object[16];
    private int count;

    void add(ChainedSlots<K, V> table) {
        if (count + table.size > keys.length) {
            keys = longer(keys, table.size);
            values = longer(values, table.size);
        }
        for (int slot = table.first(); slot >= 0; slot = table.after(slot)) {
            keys[count] = table.key(slot);
            values[count++] = table.value(slot);
        }
    }

    private Object[] longer(Object[] all, int more) {
        Object[] longer = new Object[2 * (count + more)];
        System.arraycopy(all, 0, longer, 0, count);
        return longer;
    }

    /** Entries whose changes change a map. */
    @SuppressWarnings("unchecked")
    Map.Entry<K, V>[] entriesOf(ConcurrentHashMap<K, V> map) {
        Map.Entry<K, V>[] all = (Map.Entry<K, V>[]) new Map.Entry<?, ?>[count];
        for (int i = 0; i < count; i++) {
            all[i] = new SnapshotEntry<>(map, (K) keys[i], (V) values[i]);
        }
        return all;
    }
}
