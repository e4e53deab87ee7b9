package jdsm.util;

import java.util.function.BiFunction;
import java.util.function.Function;

/** The methods of a map that compute a value by a callback, which must not change the table. */
final class Computing {
    private Computing() {}

    static <K, V> V ifAbsent(Table<K, V> table, K key, Function<? super K, ? extends V> function) {
        int hash = Node.hashOf(key);
        table.growForOne();
        Node<K, V> found = table.find(hash, key);
        if (found != null && found.value != null) {
            table.accessed(found);
            return found.value;
        }
        int count = table.modCount;
        V value = function.apply(key);
        table.requireUnchanged(count);
        if (value != null) {
            set(table, found, hash, key, value);
        }
        return value;
    }

    static <K, V> V ifPresent(Table<K, V> table, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Node<K, V> found = table.find(key);
        V before = found == null ? null : found.value;
        return before == null ? null : computed(table, found, found.hash, key, before, function);
    }

    static <K, V> V any(Table<K, V> table, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        int hash = Node.hashOf(key);
        table.growForOne();
        Node<K, V> found = table.find(hash, key);
        return computed(table, found, hash, key, found == null ? null : found.value, function);
    }

    private static <K, V> V computed(
            Table<K, V> table,
            Node<K, V> found,
            int hash,
            K key,
            V before,
            BiFunction<? super K, ? super V, ? extends V> function) {
        int count = table.modCount;
        V value = function.apply(key, before);
        table.requireUnchanged(count);
        set(table, found, hash, key, value);
        return value;
    }

    static <K, V> V merge(Table<K, V> table, K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        int hash = Node.hashOf(key);
        table.growForOne();
        Node<K, V> found = table.find(hash, key);
        V before = found == null ? null : found.value;
        V merged = value;
        if (before != null) {
            int count = table.modCount;
            merged = function.apply(before, value);
            table.requireUnchanged(count);
        }
        set(table, found, hash, key, merged);
        return merged;
    }

    /** Gives a key a value, or none for null. */
    private static <K, V> void set(Table<K, V> table, Node<K, V> found, int hash, K key, V value) {
        if (found == null) {
            if (value != null) {
                table.putFirst(hash, key, value);
            }
        } else if (value == null) {
            table.unlink(found);
        } else {
            found.value = value;
            table.accessed(found);
        }
    }
}
