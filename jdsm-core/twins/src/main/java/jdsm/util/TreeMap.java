package jdsm.util;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The twin of {@link java.util.TreeMap}. */
public class TreeMap<K, V> extends TreeMapBase<K, V> {
    private static final long serialVersionUID = 1L;

    /** As {@link java.util.TreeMap#TreeMap()}. */
    public TreeMap() {
        super(new Tree<>(null));
    }

    /** As {@link java.util.TreeMap#TreeMap(Comparator)}. */
    public TreeMap(Comparator<? super K> order) {
        super(new Tree<>(order));
    }

    /** As {@link java.util.TreeMap#TreeMap(Map)}. */
    public TreeMap(Map<? extends K, ? extends V> map) {
        super(new Tree<>(null));
        copy(map);
    }

    /** As {@link java.util.TreeMap#TreeMap(SortedMap)}. */
    public TreeMap(SortedMap<K, ? extends V> map) {
        super(new Tree<>(map.comparator()));
        copy(map);
    }

    private void copy(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            range.tree.put(entry.getKey(), entry.getValue(), false);
        }
    }

    private Tree<K, V> tree() {
        return range.tree;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public boolean containsValue(Object value) {
        for (TreeNode<K, V> node = tree().first(); node != null; node = node.after) {
            if (node.hasValue(value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean remove(Object key, Object value) {
        TreeNode<K, V> found = tree().find(key);
        if (found == null || !found.hasValue(value)) {
            return false;
        }
        tree().unlink(found);
        return true;
    }

    @Override
    public V replace(K key, V value) {
        TreeNode<K, V> found = tree().find(key);
        return found == null ? null : found.setValue(value);
    }

    @Override
    public boolean replace(K key, V before, V value) {
        TreeNode<K, V> found = tree().find(key);
        boolean has = found != null && Objects.equals(before, found.value);
        if (has) {
            found.value = value;
        }
        return has;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        TreeNode<K, V> found = known(key);
        if (found != null && found.value != null) {
            return found.value;
        }
        int count = tree().modCount;
        V value = function.apply(key);
        tree().requireUnchanged(count);
        if (value != null) {
            set(found, key, value);
        }
        return value;
    }

    /** The entry of a key; checks the key also where the map is empty. */
    private TreeNode<K, V> known(K key) {
        if (tree().size == 0) {
            tree().requireComparable(key);
        }
        return tree().find(key);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        TreeNode<K, V> found = tree().find(key);
        return found == null || found.value == null ? null : computed(found, key, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return computed(known(key), key, function);
    }

    private V computed(TreeNode<K, V> found, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        int count = tree().modCount;
        V value = function.apply(key, found == null ? null : found.value);
        tree().requireUnchanged(count);
        set(found, key, value);
        return value;
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        TreeNode<K, V> found = known(key);
        V merged = value;
        if (found != null && found.value != null) {
            int count = tree().modCount;
            merged = function.apply(found.value, value);
            tree().requireUnchanged(count);
        }
        set(found, key, merged);
        return merged;
    }

    /** Gives a key a value, or none for null. */
    private void set(TreeNode<K, V> found, K key, V value) {
        if (found == null) {
            if (value != null) {
                tree().put(key, value, false);
            }
        } else if (value == null) {
            tree().unlink(found);
        } else {
            found.value = value;
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int count = tree().modCount;
        for (TreeNode<K, V> node = tree().first(); node != null; node = node.after) {
            action.accept(node.key, node.value);
            tree().requireUnchanged(count);
        }
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int count = tree().modCount;
        for (TreeNode<K, V> node = tree().first(); node != null; node = node.after) {
            node.value = function.apply(node.key, node.value);
            tree().requireUnchanged(count);
        }
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        TreeMap<K, V> copy = getClass() == TreeMap.class ? new TreeMap<>() : (TreeMap<K, V>) super.clone();
        copy.range = new TreeRange<>(new Tree<>(tree().order()));
        copy.copy(this);
        return copy;
    }

    /** Serialisation writes the JDK's own map, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == TreeMap.class ? new java.util.TreeMap<>((SortedMap<K, V>) this) : this;
    }
}
