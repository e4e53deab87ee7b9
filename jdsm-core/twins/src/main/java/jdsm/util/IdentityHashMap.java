package jdsm.util;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.IdentityHashMap}: a hash table of keys that are compared by identity. Keys and values without an
 * identity on other ranks, such as strings, are compared by {@code equals} once the map is shared.
 */
public class IdentityHashMap<K, V> extends java.util.IdentityHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private static final int USUAL_CAPACITY = 32;
    /** Whether the JDK's {@code remove} and {@code replace} compare values by identity. */
    private static final boolean COMPARES_VALUES = Runtime.version().feature() >= 20;

    @SuppressWarnings("serial") // writeReplace writes another map
    private Table<IdentityKey<K>, V> table;

    /** As {@link java.util.IdentityHashMap#IdentityHashMap()}. */
    public IdentityHashMap() {
        this(USUAL_CAPACITY);
    }

    /** As {@link java.util.IdentityHashMap#IdentityHashMap(int)}. */
    public IdentityHashMap(int expected) {
        super(0);
        if (expected < 0) {
            throw new IllegalArgumentException("expectedMaxSize is negative: " + expected);
        }
        table = new Table<>();
    }

    /** As {@link java.util.IdentityHashMap#IdentityHashMap(Map)}. */
    @SuppressWarnings("this-escape") // the JDK's constructor calls putAll, too
    public IdentityHashMap(Map<? extends K, ? extends V> given) {
        this();
        putAll(given);
    }

    boolean areSame(Object one, Object other) {
        return one == other || ObjectCalls.areSame(this, one, other);
    }

    private <T> IdentityKey<T> key(T object) {
        return new IdentityKey<>(object, this);
    }

    private Node<IdentityKey<K>, V> find(Object key) {
        return table.find(key(key));
    }

    private boolean has(Map.Entry<?, ?> entry) {
        Node<IdentityKey<K>, V> found = find(entry.getKey());
        return found != null && areSame(found.value, entry.getValue());
    }

    @Override
    public int size() {
        return table.size;
    }

    @Override
    public boolean isEmpty() {
        return table.size == 0;
    }

    @Override
    public V get(Object key) {
        return table.get(key(key));
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Node<IdentityKey<K>, V> node = table.first(); node != null; node = table.after(node)) {
            if (areSame(node.value, value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V put(K key, V value) {
        return table.put(key(key), value, false);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public V remove(Object key) {
        Node<?, V> removed = table.remove(key(key));
        return removed == null ? null : removed.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        Node<IdentityKey<K>, V> found = find(key);
        boolean removes = found != null && isValue(found, value);
        if (removes) {
            table.unlink(found);
        }
        return removes;
    }

    @Override
    public boolean replace(K key, V before, V value) {
        Node<IdentityKey<K>, V> found = find(key);
        boolean replaces = found != null && isValue(found, before);
        if (replaces) {
            found.value = value;
        }
        return replaces;
    }

    private boolean isValue(Node<?, V> node, Object value) {
        return COMPARES_VALUES ? areSame(node.value, value) : Objects.equals(node.value, value);
    }

    @Override
    public void clear() {
        table.clear();
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        table.forEach((key, value) -> action.accept(key.object, value));
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        table.replaceAll((key, value) -> function.apply(key.object, value));
    }

    /** What iterators have in common. */
    private abstract static class Places<K, V, T> implements Iterator<T> {
        private final Cursor<IdentityKey<K>, V> nodes;

        private Places(IdentityHashMap<K, V> map) {
            nodes = new Cursor.OfEntries<>(map.table);
        }

        abstract T at(Node<IdentityKey<K>, V> node);

        @Override
        public boolean hasNext() {
            return nodes.hasNext();
        }

        @Override
        public T next() {
            return at(nodes.step());
        }

        @Override
        public void remove() {
            nodes.remove();
        }
    }

    /** Removes the elements of a view that a collection contains. */
    private static boolean removeThose(Iterator<?> elements, Collection<?> others) {
        Objects.requireNonNull(others);
        boolean some = false;
        while (elements.hasNext()) {
            if (others.contains(elements.next())) {
                elements.remove();
                some = true;
            }
        }
        return some;
    }

    @Override
    public Set<K> keySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return table.size;
            }

            @Override
            public boolean contains(Object key) {
                return containsKey(key);
            }

            @Override
            public boolean remove(Object key) {
                return table.remove(key(key)) != null;
            }

            @Override
            public boolean removeAll(Collection<?> others) {
                return removeThose(iterator(), others);
            }

            @Override
            public void clear() {
                table.clear();
            }

            @Override
            public Iterator<K> iterator() {
                return new Places<K, V, K>(IdentityHashMap.this) {
                    @Override
                    K at(Node<IdentityKey<K>, V> node) {
                        return node.key.object;
                    }
                };
            }

            @Override
            public int hashCode() {
                int sum = 0;
                for (K key : this) {
                    sum += ObjectCalls.identityHash(key);
                }
                return sum;
            }
        };
    }

    @Override
    public Collection<V> values() {
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return table.size;
            }

            @Override
            public boolean contains(Object value) {
                return containsValue(value);
            }

            @Override
            public boolean remove(Object value) {
                for (Iterator<V> each = iterator(); each.hasNext(); ) {
                    if (areSame(each.next(), value)) {
                        each.remove();
                        return true;
                    }
                }
                return false;
            }

            @Override
            public void clear() {
                table.clear();
            }

            @Override
            public Iterator<V> iterator() {
                return new Places<K, V, V>(IdentityHashMap.this) {
                    @Override
                    V at(Node<IdentityKey<K>, V> node) {
                        return node.value;
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
                return table.size;
            }

            @Override
            public boolean contains(Object other) {
                return other instanceof Map.Entry<?, ?> entry && has(entry);
            }

            @Override
            public boolean remove(Object other) {
                boolean there = contains(other);
                if (there) {
                    table.remove(key(((Map.Entry<?, ?>) other).getKey()));
                }
                return there;
            }

            @Override
            public boolean removeAll(Collection<?> others) {
                return removeThose(iterator(), others);
            }

            @Override
            public void clear() {
                table.clear();
            }

            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Places<K, V, Map.Entry<K, V>>(IdentityHashMap.this) {
                    @Override
                    Map.Entry<K, V> at(Node<IdentityKey<K>, V> node) {
                        return new IdentityEntry<>(IdentityHashMap.this, node);
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
        return other == this || other instanceof Map<?, ?> map && entrySet().equals(map.entrySet());
    }

    @Override
    public int hashCode() {
        return Hashing.sum(entrySet());
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        IdentityHashMap<K, V> copy =
                getClass() == IdentityHashMap.class ? new IdentityHashMap<>() : (IdentityHashMap<K, V>) super.clone();
        copy.table = new Table<>();
        copy.putAll(this);
        return copy;
    }

    /** Serialisation writes the JDK's own map, for readers without JDSM. */
    private Object writeReplace() {
        java.util.IdentityHashMap<K, V> copy = new java.util.IdentityHashMap<>();
        forEach(copy::put); // putAll would copy the unused part
        return copy;
    }
}
