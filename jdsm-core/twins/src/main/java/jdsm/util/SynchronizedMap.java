package jdsm.util;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What {@link java.util.Collections#synchronizedMap} returns in woven code; its views have the map's monitor. */
class SynchronizedMap<K, V> implements Map<K, V>, Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    final Map<K, V> given;

    @SuppressWarnings("serial")
    final Object mutex;

    /** @param mutex null for this object */
    SynchronizedMap(Map<K, V> given, Object mutex) {
        this.given = Objects.requireNonNull(given);
        this.mutex = mutex == null ? this : mutex;
    }

    @Override
    public int size() {
        synchronized (mutex) {
            return given.size();
        }
    }

    @Override
    public boolean isEmpty() {
        synchronized (mutex) {
            return given.isEmpty();
        }
    }

    @Override
    public boolean containsKey(Object key) {
        synchronized (mutex) {
            return given.containsKey(key);
        }
    }

    @Override
    public boolean containsValue(Object value) {
        synchronized (mutex) {
            return given.containsValue(value);
        }
    }

    @Override
    public V get(Object key) {
        synchronized (mutex) {
            return given.get(key);
        }
    }

    @Override
    public V getOrDefault(Object key, V other) {
        synchronized (mutex) {
            return given.getOrDefault(key, other);
        }
    }

    @Override
    public V put(K key, V value) {
        synchronized (mutex) {
            return given.put(key, value);
        }
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        synchronized (mutex) {
            given.putAll(map);
        }
    }

    @Override
    public V putIfAbsent(K key, V value) {
        synchronized (mutex) {
            return given.putIfAbsent(key, value);
        }
    }

    @Override
    public V remove(Object key) {
        synchronized (mutex) {
            return given.remove(key);
        }
    }

    @Override
    public boolean remove(Object key, Object value) {
        synchronized (mutex) {
            return given.remove(key, value);
        }
    }

    @Override
    public V replace(K key, V value) {
        synchronized (mutex) {
            return given.replace(key, value);
        }
    }

    @Override
    public boolean replace(K key, V before, V value) {
        synchronized (mutex) {
            return given.replace(key, before, value);
        }
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        synchronized (mutex) {
            given.replaceAll(function);
        }
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        synchronized (mutex) {
            return given.computeIfAbsent(key, function);
        }
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        synchronized (mutex) {
            return given.computeIfPresent(key, function);
        }
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        synchronized (mutex) {
            return given.compute(key, function);
        }
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        synchronized (mutex) {
            return given.merge(key, value, function);
        }
    }

    @Override
    public void clear() {
        synchronized (mutex) {
            given.clear();
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        synchronized (mutex) {
            given.forEach(action);
        }
    }

    @Override
    public Set<K> keySet() {
        synchronized (mutex) {
            return new SynchronizedSet<>(given.keySet(), mutex);
        }
    }

    @Override
    public Collection<V> values() {
        synchronized (mutex) {
            return new SynchronizedCollection<>(given.values(), mutex);
        }
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        synchronized (mutex) {
            return new SynchronizedSet<>(given.entrySet(), mutex);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other == this || isEqual(other);
    }

    private boolean isEqual(Object other) {
        synchronized (mutex) {
            return given.equals(other);
        }
    }

    @Override
    public int hashCode() {
        synchronized (mutex) {
            return given.hashCode();
        }
    }

    @Override
    public String toString() {
        synchronized (mutex) {
            return given.toString();
        }
    }

    /** Serialisation writes a map of the JDK, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.Collections.synchronizedMap(given);
    }
}
