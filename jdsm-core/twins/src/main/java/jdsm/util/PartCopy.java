package jdsm.util;

/**
 * The entries of a {@link Part} since its last change, for look-ups without the monitor. Immutable. It consists of two arrays, so another
 * rank fetches it in a few messages.
 */
final class PartCopy<K, V> {
    private final int[] hashes;
    private final Object[] keysAndValues;
    private final int places;

    /** Takes arrays as those of a {@link ProbedTable}, which nobody changes any more. */
    PartCopy(int[] hashes, Object[] keysAndValues, int places) {
        this.hashes = hashes;
        this.keysAndValues = keysAndValues;
        this.places = places;
    }

    /** The value of a key, or null. */
    @SuppressWarnings("unchecked")
    V get(int hash, Object key) {
        int slot = ProbedTable.slot(hashes, keysAndValues, places, hash, key);
        return slot < 0 ? null : (V) keysAndValues[2 * slot + 1];
    }
}
