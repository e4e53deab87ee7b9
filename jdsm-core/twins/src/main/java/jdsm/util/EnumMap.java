package jdsm.util;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The twin of {@link java.util.EnumMap}: an array with a place for each constant. */
public class EnumMap<K extends Enum<K>, V> extends java.util.EnumMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final Class<K> type;

    @SuppressWarnings("serial") // writeReplace writes another map
    private Object[] values;

    private boolean[] present;
    private int size;

    /** As {@link java.util.EnumMap#EnumMap(Class)}. */
    public EnumMap(Class<K> type) {
        super(type);
        this.type = type;
        values = new Object[type.getEnumConstants().length];
        present = new boolean[values.length];
    }

    /** As {@link java.util.EnumMap#EnumMap(java.util.EnumMap)}. */
    public EnumMap(java.util.EnumMap<K, ? extends V> given) {
        this((Map<K, ? extends V>) given);
    }

    /** As {@link java.util.EnumMap#EnumMap(Map)}; an empty map needs to be one that woven code has made. */
    public EnumMap(Map<K, ? extends V> given) {
        this(typeOf(given));
        given.forEach(this::put0);
    }

    private static <K extends Enum<K>> Class<K> typeOf(Map<K, ?> given) {
        if (given instanceof EnumMap<K, ?> twin) {
            return twin.type;
        }
        if (given.isEmpty()) {
            throw new IllegalArgumentException("Specified map is empty");
        }
        return given.keySet().iterator().next().getDeclaringClass();
    }

    // The places.

    private int place(Object key) {
        return key instanceof Enum<?> constant && constant.getDeclaringClass() == type ? constant.ordinal() : -1;
    }

    private boolean has(int place) {
        return place >= 0 && present[place];
    }

    private int after(int place) {
        int next = place;
        while (next < present.length && !present[next]) {
            next++;
        }
        return next;
    }

    private K key(int place) {
        return type.getEnumConstants()[place];
    }

    @SuppressWarnings("unchecked")
    private V value(int place) {
        return (V) values[place];
    }

    private V put0(K key, V value) {
        int place = place(Objects.requireNonNull(key));
        if (place < 0) {
            throw new ClassCastException(key.getClass() + " != " + type);
        }
        V before = value(place);
        size += present[place] ? 0 : 1;
        present[place] = true;
        values[place] = value;
        return before;
    }

    private V cut(int place) {
        V before = value(place);
        size -= present[place] ? 1 : 0;
        present[place] = false;
        values[place] = null;
        return before;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(Object key) {
        return has(place(key));
    }

    @Override
    public boolean containsValue(Object value) {
        return values().contains(value);
    }

    @Override
    public V get(Object key) {
        int place = place(key);
        return place < 0 ? null : value(place);
    }

    @Override
    public V put(K key, V value) {
        return put0(key, value);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            put0(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public V remove(Object key) {
        int place = place(key);
        return place < 0 ? null : cut(place);
    }

    @Override
    public void clear() {
        java.util.Arrays.fill(values, null);
        java.util.Arrays.fill(present, false);
        size = 0;
    }

    /** What iterators have in common. Changes of the map meanwhile are seen or not. */
    private abstract static class Places<K extends Enum<K>, V, T> implements Iterator<T> {
        private final EnumMap<K, V> map;
        private int next;
        private int last = -1;

        private Places(EnumMap<K, V> map) {
            this.map = map;
        }

        abstract T at(EnumMap<K, V> map, int place);

        @Override
        public boolean hasNext() {
            next = map.after(next);
            return next < map.present.length;
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new java.util.NoSuchElementException();
            }
            last = next++;
            return at(map, last);
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            map.cut(last);
            last = -1;
        }
    }

    /** An entry that follows the map. */
    private static final class Entry<K extends Enum<K>, V> implements Map.Entry<K, V> {
        private final EnumMap<K, V> map;
        private final K key;

        private Entry(EnumMap<K, V> map, K key) {
            this.map = map;
            this.key = key;
        }

        private void requireThere() {
            if (!map.containsKey(key)) {
                throw new IllegalStateException("Entry was removed");
            }
        }

        @Override
        public K getKey() {
            requireThere();
            return key;
        }

        @Override
        public V getValue() {
            requireThere();
            return map.get(key);
        }

        @Override
        public V setValue(V value) {
            requireThere();
            return map.put(key, value);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Map.Entry<?, ?> entry
                    && key == entry.getKey()
                    && Objects.equals(map.get(key), entry.getValue());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(map.get(key));
        }

        @Override
        public String toString() {
            return key + "=" + map.get(key);
        }
    }

    @Override
    public Set<K> keySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean contains(Object key) {
                return containsKey(key);
            }

            @Override
            public boolean remove(Object key) {
                boolean there = containsKey(key);
                EnumMap.this.remove(key);
                return there;
            }

            @Override
            public void clear() {
                EnumMap.this.clear();
            }

            @Override
            public Iterator<K> iterator() {
                return new Places<K, V, K>(EnumMap.this) {
                    @Override
                    K at(EnumMap<K, V> map, int place) {
                        return map.key(place);
                    }
                };
            }

            @Override
            public int hashCode() {
                return Hashing.sum(this);
            }
        };
    }

    @Override
    public Collection<V> values() {
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public void clear() {
                EnumMap.this.clear();
            }

            @Override
            public Iterator<V> iterator() {
                return new Places<K, V, V>(EnumMap.this) {
                    @Override
                    V at(EnumMap<K, V> map, int place) {
                        return map.value(place);
                    }
                };
            }
        };
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean contains(Object other) {
                return other instanceof Map.Entry<?, ?> entry
                        && containsKey(entry.getKey())
                        && Objects.equals(get(entry.getKey()), entry.getValue());
            }

            @Override
            public boolean remove(Object other) {
                boolean there = contains(other);
                if (there) {
                    EnumMap.this.remove(((Map.Entry<?, ?>) other).getKey());
                }
                return there;
            }

            @Override
            public void clear() {
                EnumMap.this.clear();
            }

            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Places<K, V, Map.Entry<K, V>>(EnumMap.this) {
                    @Override
                    Map.Entry<K, V> at(EnumMap<K, V> map, int place) {
                        return new Entry<>(map, map.key(place));
                    }
                };
            }

            @Override
            public int hashCode() {
                return Hashing.sum(this);
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof Map<?, ?> others && entrySet().equals(others.entrySet());
    }

    @Override
    public int hashCode() {
        return Hashing.sum(entrySet());
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    public EnumMap<K, V> clone() {
        EnumMap<K, V> copy = (EnumMap<K, V>) super.clone();
        copy.values = new Object[values.length];
        copy.present = new boolean[present.length];
        System.arraycopy(values, 0, copy.values, 0, values.length);
        System.arraycopy(present, 0, copy.present, 0, present.length);
        return copy;
    }

    /** Serialisation writes the JDK's own map, for readers without JDSM. */
    private Object writeReplace() {
        java.util.EnumMap<K, V> copy = new java.util.EnumMap<>(type);
        forEach(copy::put); // putAll would copy the unused part
        return copy;
    }
}
