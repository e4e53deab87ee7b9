package jdsm.util;

import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import jdsm.Local;
import jdsm.runtime.Hashes;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.concurrent.ConcurrentHashMap}: tables for ranges of hash codes, each with its monitor. Iterators go
 * over the entries of the moment at which they were made.
 */
public class ConcurrentHashMap<K, V> extends BulkOperations<K, V> {
    private static final long serialVersionUID = 1L;

    /** Stands for all ranks before workers begin: till then each rank's part must have the same content. */
    private static final int ANY_RANK = 0;

    /** A number for this rank, which another rank hardly draws. */
    @Local
    private static final int RANK = ThreadLocalRandom.current().nextInt();

    /** All parts are this one or have come out of it. */
    @SuppressWarnings("serial") // writeReplace writes another map
    private final Part<K, V> whole = new Part<>();

    @SuppressWarnings("serial") // as for the parts
    private final PartCount count = new PartCount();

    /** Something to do with the part of a hash code. */
    private interface Use<K, V, R> {
        R of(Part<K, V> part, int hash);
    }

    /** As {@link java.util.concurrent.ConcurrentHashMap#ConcurrentHashMap()}. */
    public ConcurrentHashMap() {}

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

    private static void requireCapacity(boolean fine) {
        if (!fine) {
            throw new IllegalArgumentException();
        }
    }

    private void copy(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            putOne(entry.getKey(), entry.getValue());
        }
    }

    /** The value of a key in the copy of its part, or null: there may be no copy. Takes no monitor. */
    private V glimpse(Object key) {
        int hash = Node.hashOf(Objects.requireNonNull(key));
        PartCopy<K, V> copy = whole.of(hash).copy();
        return copy == null ? null : copy.get(hash, key);
    }

    /** Changes the part of a key. The key's methods, and functions of the program, may use the map meanwhile. */
    private <R> R change(Object key, Use<K, V, R> use) {
        return change(key, (part, hash) -> null, use);
    }

    /**
     * As the other, if there is nothing to be seen before: a part that does not change goes to no other rank.
     *
     * @param seen the result without a change, or null
     */
    private <R> R change(Object key, Use<K, V, R> seen, Use<K, V, R> use) {
        Objects.requireNonNull(key);
        int hash = Node.hashOf(key);
        Part<K, V> part = whole;
        while (true) {
            part = part.of(hash);
            synchronized (part) {
                if (!part.isDivided()) {
                    R before = used(part, hash, seen);
                    if (before != null) {
                        return before;
                    }
                    part.changes(Hashes.areEarly() ? ANY_RANK : RANK, hash);
                    R result = used(part, hash, use);
                    part.changed(count);
                    return result;
                }
            }
        }
    }

    private static <K, V, R> R used(Part<K, V> part, int hash, Use<K, V, R> use) {
        part.enter();
        try {
            return use.of(part, hash);
        } finally {
            part.leave();
        }
    }

    /**
     * Asks each part, in order, until the answer is false. A part that is divided meanwhile is asked once, or the parts of its range are.
     *
     * @return whether no answer was false
     */
    private boolean allParts(Predicate<Part<K, V>> question) {
        long hash = Integer.MIN_VALUE;
        while (hash <= Integer.MAX_VALUE) {
            Part<K, V> part = whole.of((int) hash);
            synchronized (part) {
                if (!part.isDivided()) {
                    if (!question.test(part)) {
                        return false;
                    }
                    hash = (long) part.last + 1;
                }
            }
        }
        return true;
    }

    /** Does something with each part, as {@link #allParts} asks them. */
    private void forEachPart(Consumer<Part<K, V>> use) {
        allParts(part -> {
            use.accept(part);
            return true;
        });
    }

    private V putOne(K key, V value) {
        Objects.requireNonNull(value);
        return change(key, (part, hash) -> part.put(hash, key, value, false));
    }

    /** The entries of this moment; a change of one changes the map. */
    @Override
    Map.Entry<K, V>[] entries() {
        Snapshot<K, V> snapshot = new Snapshot<>();
        forEachPart(snapshot::add);
        return snapshot.entriesOf(this);
    }

    @Override
    public int size() {
        return (int) Math.min(mappingCount(), Integer.MAX_VALUE);
    }

    @Override
    public long mappingCount() {
        long[] count = new long[1];
        forEachPart(part -> count[0] += part.size);
        return count[0];
    }

    @Override
    public boolean isEmpty() {
        return allParts(part -> part.size == 0);
    }

    @Override
    public V get(Object key) {
        int hash = Node.hashOf(Objects.requireNonNull(key));
        Part<K, V> part = whole;
        while (true) {
            part = part.of(hash);
            PartCopy<K, V> copy = part.copy();
            if (copy != null) {
                return copy.get(hash, key);
            }
            synchronized (part) {
                if (!part.isDivided()) {
                    return part.read(hash, key);
                }
            }
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
        return putOne(key, value);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        Objects.requireNonNull(value);
        V there = glimpse(key);
        return there != null
                ? there
                : change(key, (part, hash) -> part.get(hash, key), (part, hash) -> part.put(hash, key, value, true));
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        copy(map);
    }

    @Override
    public V remove(Object key) {
        return change(key, (part, hash) -> part.remove(hash, key));
    }

    @Override
    public boolean remove(Object key, Object value) {
        return change(key, (part, hash) -> value != null && part.remove(hash, key, value));
    }

    @Override
    public V replace(K key, V value) {
        Objects.requireNonNull(value);
        return change(key, (part, hash) -> part.replace(hash, key, value));
    }

    @Override
    public boolean replace(K key, V before, V value) {
        Objects.requireNonNull(before);
        Objects.requireNonNull(value);
        return change(key, (part, hash) -> part.replace(hash, key, before, value));
    }

    @Override
    public void clear() {
        forEachPart(Part::clear);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        V there = glimpse(key);
        return there != null
                ? there
                : change(
                        key,
                        (part, hash) -> part.get(hash, key),
                        (part, hash) -> PartComputing.ifAbsent(part, hash, key, function));
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return change(key, (part, hash) -> PartComputing.ifPresent(part, hash, key, function));
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return change(key, (part, hash) -> PartComputing.any(part, hash, key, function));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        return change(key, (part, hash) -> PartComputing.merge(part, hash, key, value, function));
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
        return new ConcurrentView<>(this, EntryPart.KEY);
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
        return new ConcurrentView<>(this, EntryPart.WHOLE);
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
        java.lang.StringBuilder text = new java.lang.StringBuilder("{");
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
