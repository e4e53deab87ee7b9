package jdsm.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * The hash table of the twins of the JDK's hash maps and hash sets: buckets with lists of entries. It chooses the
 * number of buckets, and the places in their lists, as the JDK's table does, so that iteration has the same order.
 * Unlike the JDK's table it keeps the entries of a long bucket in a list, not in a tree.
 *
 * <p>{@link LinkedTable} overrides the methods that decide the order of iteration.
 */
class Table<K, V> {
    static final float USUAL_LOAD = 0.75f;

    private static final int USUAL_BUCKETS = 16;
    /** The number of other entries in a bucket from which on the JDK's table has a tree there, or grows. */
    private static final int LONG_BUCKET = 8;

    /** The number of buckets below which the JDK's table grows rather than make a tree. */
    private static final int FEW_BUCKETS = 64;

    /** Whether the JDK's table, when it copies a map, has no more buckets than the map needs. */
    private static final boolean FITS_COPIES = Runtime.version().feature() >= 19;

    int size;
    int modCount;

    private final float load;
    /** Null before the first entry. */
    Node<K, V>[] buckets;
    /** The size above which the table grows; before the first entry the number of buckets, or 0 for the usual one. */
    int limit;

    Table() {
        load = USUAL_LOAD;
    }

    /** @throws IllegalArgumentException as the JDK's constructors do */
    Table(int capacity, float load) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
        if (load <= 0 || Float.isNaN(load)) {
            throw new IllegalArgumentException("Illegal load factor: " + load);
        }
        this.load = load;
        this.limit = Buckets.countFor(capacity);
    }

    /** An empty table for a clone. */
    Table<K, V> empty() {
        return new Table<>(load);
    }

    Table(float load) {
        this.load = load;
    }

    float load() {
        return load;
    }

    // What LinkedTable does otherwise.

    Node<K, V> node(int hash, K key, V value, Node<K, V> next) {
        return new Node<>(hash, key, value, next);
    }

    /** The first entry of the iteration, or null. */
    Node<K, V> first() {
        return from(0);
    }

    /** The next entry of the iteration, or null. */
    Node<K, V> after(Node<K, V> node) {
        Node<K, V> next = node.next;
        return next != null ? next : from((node.hash & buckets.length - 1) + 1);
    }

    /** Called when an entry has been read or replaced. */
    void accessed(Node<K, V> node) {}

    /** Called when an entry has been added, and may be removed again. */
    void added() {}

    /** Called when an entry has been removed. */
    void removed(Node<K, V> node) {}

    // Look-ups.

    private Node<K, V> from(int index) {
        Node<K, V>[] all = buckets;
        if (all != null) {
            for (int i = index; i < all.length; i++) {
                if (all[i] != null) {
                    return all[i];
                }
            }
        }
        return null;
    }

    Node<K, V> find(Object key) {
        return find(Node.hashOf(key), key);
    }

    Node<K, V> find(int hash, Object key) {
        Node<K, V>[] all = buckets;
        if (all != null) {
            for (Node<K, V> node = all[hash & all.length - 1]; node != null; node = node.next) {
                if (node.isFor(hash, key)) {
                    return node;
                }
            }
        }
        return buckets == all ? null : find(hash, key); // a key's equals has put entries, and the table has grown
    }

    V get(Object key) {
        Node<K, V> found = find(key);
        if (found == null) {
            return null;
        }
        accessed(found);
        return found.value;
    }

    V getOrDefault(Object key, V other) {
        Node<K, V> found = find(key);
        if (found == null) {
            return other;
        }
        accessed(found);
        return found.value;
    }

    boolean containsValue(Object value) {
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            if (node.hasValue(value)) {
                return true;
            }
        }
        return false;
    }

    // Changes.

    /** Puts a value; one that is there stays if {@code absent} is true and it is not null. Returns the value before. */
    V put(K key, V value, boolean absent) {
        int hash = Node.hashOf(key);
        Node<K, V>[] all = buckets == null ? grow() : buckets;
        int bucket = hash & all.length - 1;
        Node<K, V> last = null;
        int others = 0;
        for (Node<K, V> node = all[bucket]; node != null; node = node.next) {
            if (node.isFor(hash, key)) {
                V before = node.value;
                if (!absent || before == null) {
                    node.value = value;
                }
                accessed(node);
                return before;
            }
            last = node;
            others++;
        }
        if (buckets != all) {
            return put(key, value, absent); // the keys' equals has put entries, too, and the table has grown
        }
        Node<K, V> made = node(hash, key, value, null);
        if (last == null) {
            all[bucket] = made;
        } else {
            last.next = made;
            growIfCrowded(others);
        }
        modCount++;
        if (++size > limit) {
            grow();
        }
        added();
        return null;
    }

    void putAll(Map<? extends K, ? extends V> map) {
        int more = map.size();
        if (more > 0) {
            expect(more);
            for (Map.Entry<? extends K, ? extends V> entry : map.entrySet()) {
                put(entry.getKey(), entry.getValue(), false);
            }
        }
    }

    /** Puts the entries of another table. */
    void putAll(Table<K, V> table) {
        if (table.size > 0) {
            expect(table.size);
            for (Node<K, V> node = table.first(); node != null; node = table.after(node)) {
                put(node.key, node.value, false);
            }
        }
    }

    /** Prepares for more entries at once, as the JDK's table does. */
    private void expect(int more) {
        if (buckets == null) {
            double fitting = FITS_COPIES ? Math.ceil(more / (double) load) : more / load + 1.0f;
            int capacity = (int) Math.min(fitting, Buckets.MOST);
            limit = capacity > limit ? Buckets.countFor(capacity) : limit;
        } else {
            while (more > limit && buckets.length < Buckets.MOST) {
                grow();
            }
        }
    }

    private void growIfCrowded(int others) {
        if (others >= LONG_BUCKET && buckets.length < FEW_BUCKETS) {
            grow();
        }
    }

    private int limitOf(int capacity) {
        float fitting = capacity * load;
        return capacity < Buckets.MOST && fitting < Buckets.MOST ? (int) fitting : Integer.MAX_VALUE;
    }

    private Node<K, V>[] grow() {
        Node<K, V>[] old = buckets;
        if (old == null) {
            int capacity = limit > 0 ? limit : USUAL_BUCKETS;
            limit = limitOf(capacity);
            buckets = Buckets.array(capacity);
            return buckets;
        }
        if (old.length >= Buckets.MOST) {
            limit = Integer.MAX_VALUE;
            return old;
        }
        int capacity = old.length * 2;
        limit = capacity < Buckets.MOST && old.length >= USUAL_BUCKETS ? limit * 2 : limitOf(capacity);
        Node<K, V>[] all = Buckets.array(capacity);
        for (int i = 0; i < old.length; i++) {
            Buckets.divide(old[i], all, i, old.length);
        }
        buckets = all;
        return all;
    }

    V replace(K key, V value) {
        Node<K, V> found = find(key);
        if (found == null) {
            return null;
        }
        V before = found.setValue(value);
        accessed(found);
        return before;
    }

    boolean replace(K key, V before, V value) {
        Node<K, V> found = find(key);
        if (found == null || !found.hasValue(before)) {
            return false;
        }
        found.value = value;
        accessed(found);
        return true;
    }

    /** Removes the entry of a key and returns it, or null. */
    Node<K, V> remove(Object key) {
        Node<K, V> found = find(key);
        if (found != null) {
            unlink(found);
        }
        return found;
    }

    /** Removes the entry of a key if it has a value. */
    boolean remove(Object key, Object value) {
        Node<K, V> found = find(key);
        if (found == null || !found.hasValue(value)) {
            return false;
        }
        unlink(found);
        return true;
    }

    /** Removes an entry, without a call of the keys' methods. */
    void unlink(Node<K, V> node) {
        Node<K, V>[] all = buckets;
        int bucket = node.hash & all.length - 1;
        if (all[bucket] == node) {
            all[bucket] = node.next;
        } else {
            Node<K, V> before = all[bucket];
            while (before != null && before.next != node) {
                before = before.next;
            }
            if (before == null) {
                throw new ConcurrentModificationException(); // another thread has removed it
            }
            before.next = node.next;
        }
        modCount++;
        size--;
        removed(node);
    }

    void clear() {
        modCount++;
        Node<K, V>[] all = buckets;
        if (all != null && size > 0) {
            size = 0;
            for (int i = 0; i < all.length; i++) {
                if (all[i] != null) {
                    all[i] = null;
                }
            }
        }
    }

    // Functions with callbacks: a callback must not change the table.

    void requireUnchanged(int count) {
        if (modCount != count) {
            throw new ConcurrentModificationException();
        }
    }

    /** Grows as the JDK's table does before a function with a callback. */
    void growForOne() {
        if (buckets == null || size > limit) {
            grow();
        }
    }

    /** Puts a new entry at the begin of its bucket, as the JDK's functions with callbacks do. */
    void putFirst(int hash, K key, V value) {
        Node<K, V>[] all = buckets;
        int bucket = hash & all.length - 1;
        int others = 0;
        for (Node<K, V> node = all[bucket]; node != null; node = node.next) {
            others++;
        }
        all[bucket] = node(hash, key, value, all[bucket]);
        growIfCrowded(others + 1);
        modCount++;
        size++;
        added();
    }

    void forEach(BiConsumer<? super K, ? super V> action) {
        int count = modCount;
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            action.accept(node.key, node.value);
        }
        requireUnchanged(count);
    }

    void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        int count = modCount;
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            node.value = function.apply(node.key, node.value);
        }
        requireUnchanged(count);
    }

    // Java serialisation of a collection that extends a twin.

    void write(ObjectOutputStream out, boolean withValues) throws IOException {
        out.writeInt(size);
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            out.writeObject(node.key);
            if (withValues) {
                out.writeObject(node.value);
            }
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param ofAll the value of all keys, if the stream has no values; else null
     */
    @SuppressWarnings("unchecked")
    void read(ObjectInputStream in, V ofAll) throws IOException, ClassNotFoundException {
        for (int left = in.readInt(); left > 0; left--) {
            K key = (K) in.readObject();
            put(key, ofAll == null ? (V) in.readObject() : ofAll, false);
        }
    }
}
