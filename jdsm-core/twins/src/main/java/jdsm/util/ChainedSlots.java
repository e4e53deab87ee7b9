package jdsm.util;

import java.util.Arrays;

/**
 * The hash table of a {@link Part}: chains of entries in two arrays, in place of an object for each entry. To another rank the table goes in two
 * messages, and a change of an entry changes a few elements of each array. Places and chains have the order of the JDK's table of a concurrent map, but for the order
 * within a chain where the JDK's table has grown, and for maps that were made with a capacity.
 *
 * <p>An entry keeps its slot until it is removed. A key's {@code equals} may change the table: a search goes on from the entry that it has compared, or begins anew when that
 * was removed.
 */
class ChainedSlots<K, V> {
    private static final int NONE = -1;
    private static final int USUAL_PLACES = 16;
    private static final int MOST_PLACES = 1 << 28;
    /** Three quarters as many entries as places make the table grow. */
    private static final int LOAD = 3;

    private static final int QUARTERS = 4;
    /** The number of other entries at a place from which on the JDK's table grows, if it has few places. */
    private static final int LONG_CHAIN = 8;

    private static final int FEW_PLACES = 64;
    private static final int GROWTH_FOR_CHAINS = 8;

    int size;
    /** The number of changes that added or removed entries. */
    int changes;

    /** The number of places, a power of two; 0 before the first entry. */
    private int places;

    /** For each place 1 + its first slot, or 0; then for each slot the hash code, and 1 + the next slot of the chain, or 0. */
    private int[] links;

    /** The key in a slot at an even index, its value behind it; null in a slot without entry. */
    private Object[] keysAndValues;

    /** The number of slots that have ever had an entry. */
    private int used;

    /** The first of the slots below that have no entry now, which form a chain; or -1. */
    private int free = NONE;

    // Slots.

    private static int slotsOf(int places) {
        return places / QUARTERS * LOAD;
    }

    private static int first(int[] links, int places, int hash) {
        return links[hash & places - 1] - 1;
    }

    private static int hash(int[] links, int places, int slot) {
        return links[places + 2 * slot];
    }

    private static int next(int[] links, int places, int slot) {
        return links[places + 2 * slot + 1] - 1;
    }

    /** The slot of a key, or -1. */
    final int find(int hash, Object key) {
        int slot = places == 0 ? NONE : first(links, places, hash);
        while (slot >= 0) {
            Object there = keysAndValues[2 * slot];
            if (hash(links, places, slot) == hash) {
                boolean found = there == key || key.equals(there);
                if (places == 0 || keysAndValues[2 * slot] != there) {
                    return find(hash, key); // equals has removed this entry
                } else if (found) {
                    return slot;
                }
            }
            slot = next(links, places, slot);
        }
        return NONE;
    }

    /** The value of a key in arrays of this form that do not change, or null. */
    static Object get(int[] links, Object[] keysAndValues, int places, int hash, Object key) {
        for (int slot = first(links, places, hash); slot >= 0; slot = next(links, places, slot)) {
            Object there = keysAndValues[2 * slot];
            if (hash(links, places, slot) == hash && (there == key || key.equals(there))) {
                return keysAndValues[2 * slot + 1];
            }
        }
        return null;
    }

    /** The slot of the first entry, or -1. */
    final int first() {
        return firstFrom(0);
    }

    private int firstFrom(int from) {
        for (int place = from; place < places; place++) {
            if (links[place] > 0) {
                return links[place] - 1;
            }
        }
        return NONE;
    }

    /** The slot of the entry behind the one in a slot, or -1. */
    final int after(int slot) {
        int next = next(links, places, slot);
        return next >= 0 ? next : firstFrom((hash(slot) & places - 1) + 1);
    }

    final int hash(int slot) {
        return hash(links, places, slot);
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

    /** Adds an entry for a key that has none, at the end of its chain. Calls no method of the key. */
    final void add(int hash, K key, V value) {
        if (places == 0) {
            allocate(USUAL_PLACES);
        }
        int others = append(place(hash, key, value), hash);
        changes++;
        size++;
        if (others >= LONG_CHAIN && places < FEW_PLACES) {
            grow(GROWTH_FOR_CHAINS * places);
        } else if (size >= slotsOf(places) && places < MOST_PLACES) {
            grow(2 * places);
        }
    }

    /** Puts an entry into a slot. */
    private int place(int hash, K key, V value) {
        int slot = free;
        if (slot >= 0) {
            free = next(links, places, slot);
        } else {
            slot = used++;
        }
        links[places + 2 * slot] = hash;
        links[places + 2 * slot + 1] = 0;
        keysAndValues[2 * slot] = key;
        keysAndValues[2 * slot + 1] = value;
        return slot;
    }

    /** Appends a slot to its chain. Returns the number of entries before it. */
    private int append(int slot, int hash) {
        int at = hash & places - 1;
        int others = 0;
        while (links[at] > 0) {
            at = places + 2 * (links[at] - 1) + 1;
            others++;
        }
        links[at] = slot + 1;
        return others;
    }

    private void allocate(int newPlaces) {
        int[] newLinks = new int[newPlaces + 2 * slotsOf(newPlaces)];
        keysAndValues = new Object[2 * slotsOf(newPlaces)];
        links = newLinks;
        places = newPlaces;
    }

    /** Divides the chains among more places; their order, and the slots, stay. */
    private void grow(int newPlaces) {
        int[] newLinks = new int[newPlaces + 2 * slotsOf(newPlaces)];
        int[] ends = new int[newPlaces];
        for (int place = 0; place < newPlaces; place++) {
            ends[place] = place;
        }
        for (int slot = first(); slot >= 0; slot = after(slot)) {
            int hash = hash(slot);
            int place = hash & newPlaces - 1;
            newLinks[newPlaces + 2 * slot] = hash;
            newLinks[ends[place]] = slot + 1;
            ends[place] = newPlaces + 2 * slot + 1;
        }
        for (int slot = free; slot >= 0; slot = next(links, places, slot)) {
            newLinks[newPlaces + 2 * slot + 1] = links[places + 2 * slot + 1];
        }
        keysAndValues = Arrays.copyOf(keysAndValues, 2 * slotsOf(newPlaces));
        links = newLinks;
        places = newPlaces;
    }

    /** Removes the entry in a slot. Calls no method of the key. */
    final void remove(int slot) {
        int at = hash(slot) & places - 1;
        while (links[at] != slot + 1) {
            at = places + 2 * (links[at] - 1) + 1;
        }
        links[at] = links[places + 2 * slot + 1];
        links[places + 2 * slot + 1] = free + 1;
        free = slot;
        keysAndValues[2 * slot] = null;
        keysAndValues[2 * slot + 1] = null;
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
            return NONE;
        }
        int before = changes;
        V there = value(slot);
        boolean equal = there == value || value.equals(there);
        return changes != before ? slotWith(hash, key, value) : equal ? slot : NONE; // equals has changed the table
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(links, 0);
            Arrays.fill(keysAndValues, null);
            used = 0;
            free = NONE;
            changes++;
            size = 0;
        }
    }

    /** Gives all entries to an empty table, and has none afterwards. */
    final void giveTo(ChainedSlots<K, V> other) {
        other.places = places;
        other.links = links;
        other.keysAndValues = keysAndValues;
        other.used = used;
        other.free = free;
        other.size = size;
        drop();
    }

    /** Lets go of all entries. */
    final void drop() {
        places = 0;
        links = null;
        keysAndValues = null;
        used = 0;
        free = NONE;
        changes++;
        size = 0;
    }

    /** The entries as they are now, for look-ups beside changes. */
    final PartCopy<K, V> copied() {
        return places == 0
                ? new PartCopy<>(new int[1], new Object[0], 1)
                : new PartCopy<>(links.clone(), keysAndValues.clone(), places);
    }
}
