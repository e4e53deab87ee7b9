package jdsm.util;

import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The buckets of a {@link Hashtable}. It chooses their number, and the places in their lists, as the JDK's class does, so
 * that iteration has the same order. Under the table's monitor.
 */
final class HashtableBuckets<K, V> {
    private Entry<K, V>[] buckets;
    private int size;
    private int limit;
    private final float load;
    private int changes;

    /** An entry, and a link of the list of its bucket. Its hash code is that of the key when it was added, as in the JDK. */
    static final class Entry<K, V> extends Pair<K, V> {
        private final int hash;
        private Entry<K, V> next;

        private Entry(int hash, K key, V value, Entry<K, V> next) {
            super(key, value);
            this.hash = hash;
            this.next = next;
        }

        private boolean isFor(int hashOfKey, Object other) {
            return hash == hashOfKey && key.equals(other);
        }

        @Override
        public V setValue(V newValue) {
            return super.setValue(Objects.requireNonNull(newValue));
        }

        @Override
        public int hashCode() {
            return hash ^ value.hashCode();
        }
    }

    HashtableBuckets(int capacity, float load) {
        this.load = load;
        reset(capacity);
    }

    @SuppressWarnings("unchecked")
    private void reset(int capacity) {
        buckets = (Entry<K, V>[]) new Entry<?, ?>[capacity];
        limit = (int) Math.min(capacity * load, Buckets.MOST);
    }

    private int bucket(int hash) {
        return (hash & Integer.MAX_VALUE) % buckets.length;
    }

    Entry<K, V> find(Object key) {
        int hash = key.hashCode();
        Entry<K, V> entry = buckets[bucket(hash)];
        while (entry != null && !entry.isFor(hash, key)) {
            entry = entry.next;
        }
        return entry;
    }

    V set(K key, V value) {
        Objects.requireNonNull(value);
        Entry<K, V> found = find(key);
        if (found == null) {
            add(key, value);
            return null;
        }
        return found.setValue(value);
    }

    void add(K key, V value) {
        if (size >= limit) {
            rehash();
        }
        int hash = key.hashCode();
        int bucket = bucket(hash);
        buckets[bucket] = new Entry<>(hash, key, value, buckets[bucket]);
        size++;
        changes++;
    }

    void unlink(Entry<K, V> entry) {
        int bucket = bucket(entry.hash);
        if (buckets[bucket] == entry) {
            buckets[bucket] = entry.next;
        } else {
            Entry<K, V> before = buckets[bucket];
            while (before != null && before.next != entry) {
                before = before.next;
            }
            if (before == null) {
                throw new ConcurrentModificationException();
            }
            before.next = entry.next;
        }
        size--;
        changes++;
    }

    /** The entry behind one in the order of iteration, or the first one for null; null at the end. */
    Entry<K, V> after(Entry<K, V> entry) {
        Entry<K, V> next = entry == null ? null : entry.next;
        int bucket = entry == null ? buckets.length : bucket(entry.hash);
        while (next == null && bucket > 0) {
            bucket--;
            next = buckets[bucket];
        }
        return next;
    }

    int changes() {
        return changes;
    }

    void requireChanges(int count) {
        if (changes != count) {
            throw new ConcurrentModificationException();
        }
    }

    void rehash() {
        if (buckets.length >= Buckets.MOST) {
            return;
        }
        Entry<K, V>[] old = buckets;
        changes++;
        reset(old.length * 2 + 1);
        for (int i = old.length - 1; i >= 0; i--) {
            Entry<K, V> entry = old[i];
            while (entry != null) {
                Entry<K, V> next = entry.next;
                int bucket = bucket(entry.hash);
                entry.next = buckets[bucket];
                buckets[bucket] = entry;
                entry = next;
            }
        }
    }

    int size() {
        return size;
    }

    void clear() {
        changes++;
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = null;
        }
        size = 0;
    }

    /** Gives a key a value, or none for null, and returns it. */
    V computed(Entry<K, V> found, K key, V value, int count) {
        requireChanges(count);
        if (found == null) {
            if (value != null) {
                add(key, value);
            }
        } else if (value == null) {
            unlink(found);
        } else {
            found.value = value;
        }
        return value;
    }

    /** Visits the entries in the order of the buckets, which is not that of iteration. */
    void forEach(Consumer<Entry<K, V>> action) {
        int count = changes;
        for (Entry<K, V> first : buckets) {
            for (Entry<K, V> entry = first; entry != null; entry = entry.next) {
                action.accept(entry);
                requireChanges(count);
            }
        }
    }

    HashtableBuckets<K, V> copy() {
        HashtableBuckets<K, V> copy = new HashtableBuckets<>(buckets.length, load);
        copy.size = size;
        for (int i = 0; i < buckets.length; i++) {
            copy.buckets[i] = copied(buckets[i]);
        }
        return copy;
    }

    private static <K, V> Entry<K, V> copied(Entry<K, V> first) {
        Entry<K, V> head = new Entry<>(0, null, null, null);
        Entry<K, V> last = head;
        for (Entry<K, V> entry = first; entry != null; entry = entry.next) {
            last.next = new Entry<>(entry.hash, entry.key, entry.value, null);
            last = last.next;
        }
        return head.next;
    }
}
