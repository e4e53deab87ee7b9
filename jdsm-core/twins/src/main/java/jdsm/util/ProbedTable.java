package jdsm.util;

import java.util.Arrays;

/**
 * The hash table of a {@link Part}: linear probing, with the entries in the order of the places at which their probing begins
 * (Amble and Knuth, <i>Ordered hash tables</i>, 1974; by place, not by key). An entry is a hash code, a key and a value in arrays, not an object of its
 * own: to another rank the table goes in a few messages, and a change of an entry changes a few elements of two units.
 *
 * <p>The number of places and the order of the entries are those of the JDK's table of a concurrent map, but for entries of the same
 * place. A key's {@code equals} may change the table; then the search begins anew.
 */
class ProbedTable<K, V> {
    private static final int USUAL_PLACES = 16;
    private static final int MOST_PLACES = 1 << 29;
    /** Three quarters of the places are used at most. */
    private static final int LOAD = 3;

    private static final int QUARTERS = 4;
    /** The slots behind those of the places, for entries that probing has moved there. */
    private static final int SPARE = 4;

    int size;
    /** The number of changes that added or removed entries. */
    int changes;

    /** The number of places, a power of two; 0 before the first entry. */
    private int places;

    /** The hash code of the entry in a slot; without meaning in a slot without entry. */
    private int[] hashes;

    /** The key in a slot at an even index, its value behind it; null in a slot without entry. */
    private Object[] keysAndValues;

    // Slots.

    /** The slot of a key, or -1. */
    final int find(int hash, Object key) {
        if (places == 0) {
            return -1;
        }
        int before = changes;
        int slot = ProbedTable.slot(hashes, keysAndValues, places, hash, key);
        return changes == before ? slot : find(hash, key); // a key's equals has changed the table
    }

    /** The slot of a key in arrays of this form, or -1. */
    static int slot(int[] hashes, Object[] keysAndValues, int places, int hash, Object key) {
        int place = hash & places - 1;
        for (int slot = place; slot < hashes.length; slot++) {
            Object there = keysAndValues[2 * slot];
            if (there == null || (hashes[slot] & places - 1) > place) {
                return -1;
            }
            if (hashes[slot] == hash && (there == key || key.equals(there))) {
                return slot;
            }
        }
        return -1;
    }

    /** The first slot from {@code from} on that has an entry, or -1. */
    final int next(int from) {
        if (places > 0) {
            for (int slot = from; slot < hashes.length; slot++) {
                if (keysAndValues[2 * slot] != null) {
                    return slot;
                }
            }
        }
        return -1;
    }

    final int hash(int slot) {
        return hashes[slot];
    }

    @SuppressWarnings("unchecked")
    final K key(int slot) {
        return (K) keysAndValues[2 * slot];
    }

    @SuppressWarnings("unchecked")
    final V value(int slot) {
        return (V) keysAndValues[2 * slot + 1];
    }

    final void set(int slot, V value) {
        keysAndValues[2 * slot + 1] = value;
    }

    // Entries.

    V get(int hash, Object key) {
        int slot = find(hash, key);
        return slot < 0 ? null : value(slot);
    }

    /** Puts a value; one that is there stays if {@code absent} is true. Returns the value before. */
    V put(int hash, K key, V value, boolean absent) {
        int slot = find(hash, key);
        if (slot < 0) {
            add(hash, key, value);
            return null;
        }
        V before = value(slot);
        if (!absent) {
            set(slot, value);
        }
        return before;
    }

    /** Adds an entry for a key that has none. Calls no method of the key. */
    final void add(int hash, K key, V value) {
        if (places == 0) {
            allocate(USUAL_PLACES, USUAL_PLACES + SPARE);
        }
        insert(hash, key, value);
        changes++;
        size++;
        if (size >= places / QUARTERS * LOAD && places < MOST_PLACES) {
            grow();
        }
    }

    /** Puts an entry behind those of its place, and moves what is there. */
    private void insert(int hash, Object key, Object value) {
        int place = hash & places - 1;
        int slot = place;
        while (slot < hashes.length && keysAndValues[2 * slot] != null && (hashes[slot] & places - 1) <= place) {
            slot++;
        }
        int end = slot;
        while (end < hashes.length && keysAndValues[2 * end] != null) {
            end++;
        }
        if (end == hashes.length) {
            lengthen();
        }
        for (int moved = end; moved > slot; moved--) {
            move(moved - 1, moved);
        }
        hashes[slot] = hash;
        keysAndValues[2 * slot] = key;
        keysAndValues[2 * slot + 1] = value;
    }

    private void move(int from, int to) {
        hashes[to] = hashes[from];
        keysAndValues[2 * to] = keysAndValues[2 * from];
        keysAndValues[2 * to + 1] = keysAndValues[2 * from + 1];
    }

    private void allocate(int newPlaces, int slots) {
        places = newPlaces;
        hashes = new int[slots];
        keysAndValues = new Object[2 * slots];
    }

    /** Adds slots at the end: many entries have the last places, or one place. */
    private void lengthen() {
        int slots = hashes.length + SPARE + (hashes.length - places);
        hashes = Arrays.copyOf(hashes, slots);
        keysAndValues = Arrays.copyOf(keysAndValues, 2 * slots);
    }

    private void grow() {
        int[] oldHashes = hashes;
        Object[] old = keysAndValues;
        allocate(2 * places, 2 * places + SPARE);
        for (int slot = 0; slot < oldHashes.length; slot++) {
            if (old[2 * slot] != null) {
                insert(oldHashes[slot], old[2 * slot], old[2 * slot + 1]);
            }
        }
    }

    /** Removes the entry in a slot. */
    final void remove(int slot) {
        int last = slot;
        while (last + 1 < hashes.length
                && keysAndValues[2 * last + 2] != null
                && (hashes[last + 1] & places - 1) <= last) {
            move(last + 1, last);
            last++;
        }
        keysAndValues[2 * last] = null;
        keysAndValues[2 * last + 1] = null;
        changes++;
        size--;
    }

    /** Removes the entry of a key. Returns its value, or null. */
    final V remove(int hash, Object key) {
        int slot = find(hash, key);
        if (slot < 0) {
            return null;
        }
        V before = value(slot);
        remove(slot);
        return before;
    }

    /** Removes the entry of a key if it has a value. */
    final boolean remove(int hash, Object key, Object value) {
        int slot = slotWith(hash, key, value);
        if (slot >= 0) {
            remove(slot);
        }
        return slot >= 0;
    }

    /** Replaces the value of a key if it has one. Returns the one before, or null. */
    final V replace(int hash, Object key, V value) {
        int slot = find(hash, key);
        if (slot < 0) {
            return null;
        }
        V before = value(slot);
        set(slot, value);
        return before;
    }

    /** Replaces the value of a key if it is {@code before}. */
    final boolean replace(int hash, Object key, Object before, V value) {
        int slot = slotWith(hash, key, before);
        if (slot >= 0) {
            set(slot, value);
        }
        return slot >= 0;
    }

    /** The slot of a key that has a value, or -1. */
    private int slotWith(int hash, Object key, Object value) {
        int slot = find(hash, key);
        if (slot < 0) {
            return -1;
        }
        int before = changes;
        V there = value(slot);
        boolean equal = there == value || value.equals(there);
        return changes != before ? slotWith(hash, key, value) : equal ? slot : -1; // equals has changed the table
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(keysAndValues, null);
            changes++;
            size = 0;
        }
    }

    /** Gives all entries to an empty table, and has none afterwards. */
    final void giveTo(ProbedTable<K, V> other) {
        other.places = places;
        other.hashes = hashes;
        other.keysAndValues = keysAndValues;
        other.size = size;
        drop();
    }

    /** Lets go of all entries. */
    final void drop() {
        places = 0;
        hashes = null;
        keysAndValues = null;
        size = 0;
    }

    /** The entries as they are now, for look-ups beside changes. */
    final PartCopy<K, V> copied() {
        return places == 0
                ? new PartCopy<>(new int[1], new Object[2], 1)
                : new PartCopy<>(hashes.clone(), keysAndValues.clone(), places);
    }
}
