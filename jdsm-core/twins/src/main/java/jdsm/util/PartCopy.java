package jdsm.util;

/**
 * The entries of a {@link Part} since its last change, for look-ups without the monitor: an open-addressing table with linear probing
 * (Knuth, TAOCP volume 3, 6.4, algorithm L). Immutable. It consists of two arrays, so another rank fetches it in a few messages, not
 * entry by entry.
 */
final class PartCopy<K, V> {
    private final int[] hashes;

    /** The key of an entry at an even index, its value behind it; at least one place has no key. */
    private final Object[] keysAndValues;

    /** Copies the entries of a part, whose monitor the caller holds. Calls no method of the keys. */
    PartCopy(Part<K, V> part) {
        int places = Integer.highestOneBit(part.size + 1) << 2; // more than twice the entries
        hashes = new int[places];
        keysAndValues = new Object[2 * places];
        for (Node<K, V> node = part.first(); node != null; node = part.after(node)) {
            int place = node.hash & places - 1;
            while (keysAndValues[2 * place] != null) {
                place = place + 1 & places - 1;
            }
            hashes[place] = node.hash;
            keysAndValues[2 * place] = node.key;
            keysAndValues[2 * place + 1] = node.value;
        }
    }

    /** The value of a key, or null. */
    @SuppressWarnings("unchecked")
    V get(int hash, Object key) {
        int place = hash & hashes.length - 1;
        Object there = keysAndValues[2 * place];
        while (there != null) {
            if (hashes[place] == hash && (there == key || key.equals(there))) {
                return (V) keysAndValues[2 * place + 1];
            }
            place = place + 1 & hashes.length - 1;
            there = keysAndValues[2 * place];
        }
        return null;
    }
}
