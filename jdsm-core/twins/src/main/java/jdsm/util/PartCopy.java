package jdsm.util;

/**
 * The entries of a {@link Part} since its last change, for look-ups without the monitor. Immutable. It consists of two arrays, so another
 * rank fetches it in a few messages.
 */
final class PartCopy<K, V> {
    private final int[] links;
    private final Object[] keysAndValues;
    private final int places;

    /** Takes arrays as those of a {@link ChainedSlots}, which nobody changes any more. */
    PartCopy(int[] links, Object[] keysAndValues, int places) {
        this.links = links;
        this.keysAndValues = keysAndValues;
        this.places = places;
    }

    /** The value of a key, or null. */
    @SuppressWarnings("unchecked")
    V get(int hash, Object key) {
        return (V) ChainedSlots.get(links, keysAndValues, places, hash, key);
    }
}
