package jdsm.util;

import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.concurrent.ConcurrentHashMap}: several tables, each with its monitor. Iterators go
 * over the entries of the moment at which they were made.
 */
public class ConcurrentHashMap<K, V> extends BulkOperations<K, V> {
    private static final long serialVersionUID = 1L;
    private static final int TABLES = 8;
    private static final int TABLE_SHIFT = Integer.numberOfLeadingZeros(TABLES) + 1;
    /** An odd number with irregular bits, for the choice of the table: the buckets are chosen by other bits. */
    private static final int MIX = 0x9E3779B9;

    @SuppressWarnings("serial") // writeReplace writes another map
    private final Table<K, V>[] tables;

    /** As {@link java.util.concurrent.ConcurrentHashMap#ConcurrentHashMap()}. */
    public ConcurrentHashMap() {
        tables = tables();
    }

    /** As {@link java.util.concurrent.ConcurrentHashMap#ConcurrentHashMap(int)}. */
    public ConcurrentHashMap(int capacity) {
        this();
        requireCapacity(capacity >= 0);
    }

    /** As {@link java.util.concurrent.ConcurrentHashMap#ConcurrentHashMap(int, float)}. */
    public ConcurrentHashMap(int capacity, float load) {
        this(capacity, load, 1);
    }

    /** As {@link java.util.concurrent.ConcurrentHashMap#ConcurrentHashMap(int, float, int)}. */
    public ConcurrentHashMap(int capacity, float load, int concurrency) {
        this();
        requireCapacity(load > 0 && capacity >= 0 && concurrency > 0);
    }

    /** As {@link java.util.concurrent.ConcurrentHashMap#ConcurrentHashMap(Map)}. */
    public ConcurrentHashMap(Map<? extends K, ? extends V> map) {
        this();
        copy(map);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Table<K, V>[] tables() {
        Table<K, V>[] all = (Table<K, V>[]) new Table<?, ?>[TABLES];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Table<>();
        }
        return all;
    }

    private static void requireCapacity(boolean fine) {
        if (!fine) {
            throw new IllegalArgumentException();
        }
    }

    private void copy(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            putOne(entry.getKey(), entry.getValue(), false);
        }
    }

    private Table<K, V> tableOf(Object key) {
        return tables[key.hashCode() * MIX >>> TABLE_SHIFT];
    }

    private V putOne(K key, V value, boolean absent) {
        Objects.requireNonNull(value);
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return table.put(key, value, absent);
        }
    }

    /** The entries of this moment; a change of one changes the map. */
    @Override
    Map.Entry<K, V>[] entries() {
        int count = 0;
        Object[] keys = new Object[16];
        Object[] values = new Object[16];
        for (Table<K, V> table : tables) {
            synchronized (table) {
                if (count + table.size > keys.length) {
                    keys = longer(keys, count, table.size);
                    values = longer(values, count, table.size);
                }
                for (Node<K, V> node = table.first(); node != null; node = table.after(node)) {
                    keys[count] = node.key;
                    values[count++] = node.value;
                }
            }
        }
        @SuppressWarnings("unchecked")
        Map.Entry<K, V>[] all = (Map.Entry<K, V>[]) new Map.Entry<?, ?>[count];
        for (int i = 0; i < count; i++) {
            @SuppressWarnings("unchecked")
            Map.Entry<K, V> entry = new SnapshotEntry<>(this, (K) keys[i], (V) values[i]);
            all[i] = entry;
        }
        return all;
    }

    private static Object[] longer(Object[] all, int count, int more) {
        Object[] longer = new Object[2 * (count + more)];
        System.arraycopy(all, 0, longer, 0, count);
        return longer;
    }

    @Override
    public int size() {
        return (int) Math.min(mappingCount(), Integer.MAX_VALUE);
    }

    @Override
    public long mappingCount() {
        long count = 0;
        for (Table<K, V> table : tables) {
            synchronized (table) {
                count += table.size;
            }
        }
        return count;
    }

    @Override
    public boolean isEmpty() {
        return mappingCount() == 0;
    }

    @Override
    public V get(Object key) {
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return table.get(key);
        }
    }

    @Override
    public V getOrDefault(Object key, V other) {
        V value = get(key);
        return value == null ? other : value;
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        Objects.requireNonNull(value);
        for (Map.Entry<K, V> entry : entries()) {
            if (value.equals(entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean contains(Object value) {
        return containsValue(value);
    }

    @Override
    public V put(K key, V value) {
        return putOne(key, value, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return putOne(key, value, true);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        copy(map);
    }

    @Override
    public V remove(Object key) {
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            Node<K, V> removed = table.remove(key);
            return removed == null ? null : removed.value;
        }
    }

    @Override
    public boolean remove(Object key, Object value) {
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return value != null && table.remove(key, value);
        }
    }

    @Override
    public V replace(K key, V value) {
        Objects.requireNonNull(value);
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return table.replace(key, value);
        }
    }

    @Override
    public boolean replace(K key, V before, V value) {
        Objects.requireNonNull(before);
        Objects.requireNonNull(value);
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return table.replace(key, before, value);
        }
    }

    @Override
    public void clear() {
        for (Table<K, V> table : tables) {
            synchronized (table) {
                table.clear();
            }
        }
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return Computing.ifAbsent(table, key, function);
        }
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return Computing.ifPresent(table, key, function);
        }
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return Computing.any(table, key, function);
        }
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        Table<K, V> table = tableOf(key);
        synchronized (table) {
            return Computing.merge(table, key, value, function);
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        forEach(Long.MAX_VALUE, action);
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        for (Map.Entry<K, V> entry : entries()) {
            computeIfPresent(entry.getKey(), (key, value) -> Objects.requireNonNull(function.apply(key, value)));
        }
    }

    /** The keys, as the JDK's {@code keySet}, whose type is a final class of the JDK: the agent directs calls here. */
    public Set<K> keyView() {
        return new ConcurrentView<>(this, Map.Entry::getKey, this::containsKey, key -> remove(key) != null);
    }

    /** {@link #keyView} of any map of the JDK's class: the agent directs calls of {@code keySet} here. */
    public static <K, V> Set<K> keySet(java.util.concurrent.ConcurrentHashMap<K, V> map) {
        return map instanceof ConcurrentHashMap<K, V> twin ? twin.keyView() : map.keySet();
    }

    /** {@link java.util.concurrent.ConcurrentHashMap#newKeySet()}. */
    public static <K> Set<K> newKeys() {
        return new ConcurrentKeys<>(new ConcurrentHashMap<>());
    }

    /** {@link java.util.concurrent.ConcurrentHashMap#newKeySet(int)}. */
    public static <K> Set<K> newKeys(int capacity) {
        return new ConcurrentKeys<>(new ConcurrentHashMap<>(capacity));
    }

    @Override
    public KeySetView<K, V> keySet() {
        throw ObjectCalls.refused(
                "ConcurrentHashMap.keySet as a KeySetView has no form for several ranks: use it as a Set");
    }

    @Override
    public KeySetView<K, V> keySet(V value) {
        throw ObjectCalls.refused("ConcurrentHashMap.keySet(value) has no form for several ranks: use put");
    }

    @Override
    public Collection<V> values() {
        return new ConcurrentValues<>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new ConcurrentView<>(this, entry -> entry, this::hasEntry, this::removeEntry);
    }

    private boolean hasEntry(Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && entry.getKey() != null
                && entry.getValue() != null
                && entry.getValue().equals(get(entry.getKey()));
    }

    private boolean removeEntry(Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && entry.getKey() != null
                && remove(entry.getKey(), entry.getValue());
    }

    @Override
    public Enumeration<K> keys() {
        return java.util.Collections.enumeration(keyView());
    }

    @Override
    public Enumeration<V> elements() {
        return java.util.Collections.enumeration(values());
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map<?, ?> map) || map.size() != size()) {
            return false;
        }
        for (Map.Entry<K, V> entry : entries()) {
            if (!entry.getValue().equals(map.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Map.Entry<K, V> entry : entries()) {
            hash += entry.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (Map.Entry<K, V> entry : entries()) {
            text.append(text.length() == 1 ? "" : ", ");
            text.append(entry.getKey() == this ? "(this Map)" : entry.getKey()).append('=');
            text.append(entry.getValue() == this ? "(this Map)" : entry.getValue());
        }
        return text.append('}').toString();
    }

    /** Serialisation writes the JDK's own map, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == ConcurrentHashMap.class ? new java.util.concurrent.ConcurrentHashMap<>(this) : this;
    }
}
