package jdsm.util;

/**
 * The parts of a {@link ConcurrentHashMap}, in the order of their hash codes. A range of keys with neighbouring hash codes,
 * such as numbers, is in few parts, so a rank that works on it keeps their locks and entries. Immutable.
 */
final class Parts<K, V> {
    /** A small map has several parts soon, for several threads; a large one has not so many that it takes long to count. */
    private static final int FEW = 8;

    private static final int MANY = 64;
    private static final int MOST = 256;
    private static final int SMALL = 8;
    private static final int LARGE = 512;
    private static final int LARGEST = 4096;

    /** The greatest hash codes of the parts. */
    private final int[] ends;

    private final Part<K, V>[] all;

    Parts() {
        this(Parts.<K, V>array(1));
        all[0] = new Part<>(Integer.MAX_VALUE);
        ends[0] = Integer.MAX_VALUE;
    }

    private Parts(Part<K, V>[] all) {
        this.all = all;
        this.ends = new int[all.length];
    }

    @SuppressWarnings("unchecked")
    static <K, V> Part<K, V>[] array(int length) {
        return (Part<K, V>[]) new Part<?, ?>[length];
    }

    /** The part of a hash code. */
    Part<K, V> of(int hash) {
        return all[indexOf(hash)];
    }

    /** The first part that does not end before a hash code. */
    private int indexOf(int hash) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (ends[middle] < hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The size above which a part is divided. */
    int limit() {
        int parts = all.length;
        return parts < FEW ? SMALL : parts < MANY ? LARGE : parts < MOST ? LARGEST : Integer.MAX_VALUE;
    }

    /** The same parts with two in the place of one. */
    Parts<K, V> with(Part<K, V> lower, Part<K, V> upper) {
        int at = indexOf(upper.last);
        Parts<K, V> more = new Parts<>(Parts.<K, V>array(all.length + 1));
        for (int i = 0; i < more.all.length; i++) {
            more.all[i] = i == at ? lower : i == at + 1 ? upper : all[i < at ? i : i - 1];
            more.ends[i] = more.all[i].last;
        }
        return more;
    }
}
