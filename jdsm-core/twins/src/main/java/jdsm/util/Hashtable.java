package jdsm.util;

import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The twin of {@link java.util.Hashtable}. Iterates in the same order. All state is under its own monitor. */
public class Hashtable<K, V> extends java.util.Hashtable<K, V> {
    private static final long serialVersionUID = 1L;
    private static final int USUAL_BUCKETS = 11;
    private static final float USUAL_LOAD = 0.75f;

    @SuppressWarnings("serial") // writeReplace writes another table
    private HashtableBuckets<K, V> entries;

    /** As {@link java.util.Hashtable#Hashtable()}. */
    public Hashtable() {
        this(USUAL_BUCKETS);
    }

    /** As {@link java.util.Hashtable#Hashtable(int)}. */
    public Hashtable(int capacity) {
        this(capacity, USUAL_LOAD);
    }

    /** As {@link java.util.Hashtable#Hashtable(int, float)}. */
    public Hashtable(int capacity, float load) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        if (load <= 0 || Float.isNaN(load)) {
            throw new IllegalArgumentException("Illegal Load: " + load);
        }
        entries = new HashtableBuckets<>(Math.max(capacity, 1), load);
    }

    /** As {@link java.util.Hashtable#Hashtable(Map)}. */
    public Hashtable(Map<? extends K, ? extends V> map) {
        this(Math.max(2 * map.size(), USUAL_BUCKETS));
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            entries.set(entry.getKey(), entry.getValue());
        }
    }

    HashtableBuckets<K, V> entries() {
        return entries;
    }

    @Override
    protected synchronized void rehash() {
        entries.rehash();
    }

    @Override
    public synchronized int size() {
        return entries.size();
    }

    @Override
    public synchronized boolean isEmpty() {
        return entries.size() == 0;
    }

    @Override
    public synchronized boolean contains(Object value) {
        Objects.requireNonNull(value);
        for (HashtableBuckets.Entry<K, V> entry = entries.after(null); entry != null; entry = entries.after(entry)) {
            if (entry.value.equals(value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean containsValue(Object value) {
        return contains(value);
    }

    @Override
    public synchronized boolean containsKey(Object key) {
        return entries.find(key) != null;
    }

    @Override
    public synchronized V get(Object key) {
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        return found == null ? null : found.value;
    }

    @Override
    public synchronized V getOrDefault(Object key, V other) {
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        return found == null ? other : found.value;
    }

    @Override
    public synchronized V put(K key, V value) {
        return entries.set(key, value);
    }

    @Override
    public synchronized V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        if (found == null) {
            entries.add(key, value);
            return null;
        }
        return found.value;
    }

    @Override
    public synchronized void putAll(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public synchronized V remove(Object key) {
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        if (found == null) {
            return null;
        }
        entries.unlink(found);
        return found.value;
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
        Objects.requireNonNull(value);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        boolean has = found != null && found.value.equals(value);
        if (has) {
            entries.unlink(found);
        }
        return has;
    }

    @Override
    public synchronized V replace(K key, V value) {
        Objects.requireNonNull(value);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        return found == null ? null : found.setValue(value);
    }

    @Override
    public synchronized boolean replace(K key, V before, V value) {
        Objects.requireNonNull(before);
        Objects.requireNonNull(value);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        boolean has = found != null && found.value.equals(before);
        if (has) {
            found.value = value;
        }
        return has;
    }

    @Override
    public synchronized void clear() {
        entries.clear();
    }

    // Functions with callbacks: a callback must not change the table.

    @Override
    public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        int count = entries.changes();
        return found != null ? found.value : entries.computed(null, key, function.apply(key), count);
    }

    @Override
    public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        int count = entries.changes();
        return found == null ? null : entries.computed(found, key, function.apply(key, found.value), count);
    }

    @Override
    public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        int count = entries.changes();
        return entries.computed(found, key, function.apply(key, found == null ? null : found.value), count);
    }

    @Override
    public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        HashtableBuckets.Entry<K, V> found = entries.find(key);
        int count = entries.changes();
        return entries.computed(found, key, found == null ? value : function.apply(found.value, value), count);
    }

    /** {@inheritDoc} In the order of the buckets, which is not that of iteration, as the JDK's. */
    @Override
    public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        entries.forEach(entry -> action.accept(entry.key, entry.value));
    }

    @Override
    public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        entries.forEach(entry -> entry.value = Objects.requireNonNull(function.apply(entry.key, entry.value)));
    }

    // Views.

    @Override
    public synchronized Enumeration<K> keys() {
        return new HashtableCursor.OfKeys<>(this);
    }

    @Override
    public synchronized Enumeration<V> elements() {
        return new HashtableCursor.OfValues<>(this);
    }

    @Override
    public Set<K> keySet() {
        return new SynchronizedSet<>(new HashtableParts.Keys<>(this), this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new SynchronizedSet<>(new HashtableParts.Entries<>(this), this);
    }

    @Override
    public Collection<V> values() {
        return new SynchronizedCollection<>(new HashtableParts.Values<>(this), this);
    }

    @Override
    public synchronized boolean equals(Object other) {
        return other == this || other instanceof Map<?, ?> map && entrySet().equals(map.entrySet());
    }

    @Override
    public synchronized int hashCode() {
        return Hashing.sum(entrySet());
    }

    @Override
    public synchronized String toString() {
        java.lang.StringBuilder all = new java.lang.StringBuilder("{");
        for (HashtableBuckets.Entry<K, V> entry = entries.after(null); entry != null; entry = entries.after(entry)) {
            all.append(all.length() == 1 ? "" : ", ")
                    .append(entry.key == this ? "(this Map)" : entry.key)
                    .append('=')
                    .append(entry.value == this ? "(this Map)" : entry.value);
        }
        return all.append('}').toString();
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public synchronized Object clone() {
        Hashtable<K, V> copy = getClass() == Hashtable.class ? new Hashtable<>() : (Hashtable<K, V>) super.clone();
        copy.entries = entries.copy();
        return copy;
    }

    /** Serialisation writes the JDK's own table, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == Hashtable.class ? new java.util.Hashtable<>(this) : this;
    }
}
