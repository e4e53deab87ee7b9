package jdsm.util;

/** An entry of a {@link Table}, and a link of the list of its bucket. */
class Node<K, V> extends Pair<K, V> {
    final int hash;
    Node<K, V> next;

    Node(int hash, K key, V value, Node<K, V> next) {
        super(key, value);
        this.hash = hash;
        this.next = next;
    }

    /** The hash code of a key, whose upper half also decides the bucket. */
    static int hashOf(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = key.hashCode();
        return hash ^ hash >>> 16;
    }

    /** Whether the entry is for a key. */
    final boolean isFor(int hashOfKey, Object other) {
        return hash == hashOfKey && (key == other || other != null && other.equals(key));
    }
}
