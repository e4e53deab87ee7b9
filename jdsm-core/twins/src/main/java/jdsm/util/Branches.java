package jdsm.util;

/** The parts of a {@link ConcurrentHashMap} in the place of a divided one, by the next four bits of the hash code. Immutable. */
final class Branches<K, V> {
    static final int BITS = 4;
    static final int COUNT = 1 << BITS;

    private final int shift;
    private final Part<K, V>[] all;

    /** @param parts {@link #COUNT} parts, of {@code 1 << shift} hash codes each */
    Branches(int shift, Part<K, V>[] parts) {
        this.shift = shift;
        this.all = parts;
    }

    /** The part of a hash code. */
    Part<K, V> of(int hash) {
        return all[index(hash, shift)];
    }

    /** The four bits of a hash code, of which the last is at a place, in the order of numbers with signs. */
    static int index(int hash, int shift) {
        return (hash ^ Integer.MIN_VALUE) >>> shift & COUNT - 1;
    }
}
