package jdsm.util;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** A table whose entries form a list, in the order in which they were put or, on demand, accessed. */
final class LinkedTable<K, V> extends Table<K, V> {
    final boolean byAccess;
    /** Whether the owner is asked to remove its eldest entry. */
    boolean evicts = true;

    /** The map that decides whether its eldest entry goes; null for a set. */
    private final LinkedHashMap<K, V> owner;

    private LinkedNode<K, V> head;
    private LinkedNode<K, V> tail;

    LinkedTable(LinkedHashMap<K, V> owner, float load, boolean byAccess) {
        super(load);
        this.owner = owner;
        this.byAccess = byAccess;
    }

    LinkedTable(LinkedHashMap<K, V> owner, int capacity, float load, boolean byAccess) {
        super(capacity, load);
        this.owner = owner;
        this.byAccess = byAccess;
    }

    /** A copy, for a clone of the owner. */
    LinkedTable<K, V> copyFor(LinkedHashMap<K, V> clone) {
        LinkedTable<K, V> copy = new LinkedTable<>(clone, load(), byAccess);
        copy.evicts = false;
        copy.putAll(this);
        copy.evicts = true;
        return copy;
    }

    @Override
    Node<K, V> node(int hash, K key, V value, Node<K, V> next) {
        LinkedNode<K, V> made = new LinkedNode<>(hash, key, value, next);
        append(made);
        return made;
    }

    private void append(LinkedNode<K, V> node) {
        LinkedNode<K, V> last = tail;
        node.before = last;
        node.after = null;
        tail = node;
        if (last == null) {
            head = node;
        } else {
            last.after = node;
        }
    }

    private void prepend(LinkedNode<K, V> node) {
        LinkedNode<K, V> first = head;
        node.before = null;
        node.after = first;
        head = node;
        if (first == null) {
            tail = node;
        } else {
            first.before = node;
        }
    }

    private void detach(LinkedNode<K, V> node) {
        LinkedNode<K, V> before = node.before;
        LinkedNode<K, V> after = node.after;
        if (before == null) {
            head = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.before = before;
        }
    }

    @Override
    Node<K, V> first() {
        return head;
    }

    Node<K, V> last() {
        return tail;
    }

    @Override
    Node<K, V> after(Node<K, V> node) {
        return ((LinkedNode<K, V>) node).after;
    }

    Node<K, V> before(Node<K, V> node) {
        return ((LinkedNode<K, V>) node).before;
    }

    Iterator<Map.Entry<K, V>> entries(boolean backward) {
        return backward ? new BackwardCursor<>(this) : new Cursor.OfEntries<>(this);
    }

    @Override
    void accessed(Node<K, V> node) {
        if (byAccess && tail != node) {
            detach((LinkedNode<K, V>) node);
            append((LinkedNode<K, V>) node);
            modCount++;
        }
    }

    @Override
    void added() {
        LinkedNode<K, V> eldest = head;
        if (evicts && owner != null && eldest != null && owner.removesEldest(eldest) && find(eldest.key) == eldest) {
            unlink(eldest);
        }
    }

    @Override
    void removed(Node<K, V> node) {
        detach((LinkedNode<K, V>) node);
    }

    @Override
    void clear() {
        super.clear();
        head = null;
        tail = null;
    }

    /** Puts an entry to the begin or the end of the order, also one that is there. Returns its value before. */
    V putAt(K key, V value, boolean first) {
        int count = size;
        boolean asked = evicts;
        V before;
        try {
            evicts = false; // the eldest entry is looked for when this one has its place: it may be the eldest
            before = put(key, value, false);
        } finally {
            evicts = asked;
        }
        LinkedNode<K, V> node = (LinkedNode<K, V>) find(key);
        if ((first ? head : tail) != node) {
            detach(node);
            if (first) {
                prepend(node);
            } else {
                append(node);
            }
            modCount += size == count ? 1 : 0;
        }
        if (size > count) {
            added();
        }
        return before;
    }

    Node<K, V> require(Node<K, V> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node;
    }

    /** Removes an entry, or nothing for null, and returns a copy of it. */
    Map.Entry<K, V> poll(Node<K, V> node) {
        if (node == null) {
            return null;
        }
        unlink(node);
        return copyOf(node);
    }

    /** A copy of an entry that cannot change; null for null. */
    static <K, V> Map.Entry<K, V> copyOf(Node<K, V> node) {
        return node == null ? null : new SimpleImmutableEntry<>(node.key, node.value);
    }
}
