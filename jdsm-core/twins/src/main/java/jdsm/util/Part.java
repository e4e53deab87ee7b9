package jdsm.util;

import jdsm.Local;

/**
 * The entries of a {@link ConcurrentHashMap} whose hash codes are in a range. The part's monitor guards it. A part with
 * many entries, or with fewer that different ranks change in turn, is divided: its entries move to sixteen parts of its range.
 * So the parts of a map are the leaves of a tree of at most eight levels, and only ranks that use a range see that its part
 * has been divided.
 *
 * <p>A part that is read more often than it is changed has a copy of its entries, in which ranks look keys up without the monitor.
 */
final class Part<K, V> extends Rivals<K, V> {
    /** The number of entries above which a part is divided. */
    static final int LARGE = 4096;

    /**
     * The number of entries above which a part is divided that ranks change in turn without ranges of their own: each change moves the lock, and
     * what it costs besides grows with the part. Counters of some hundred words stay in one part, whose lock is kept for several changes.
     */
    static final int MIXED = 256;

    /** The number of entries above which a part is divided for ranks that use ranges of their own: a division makes dozens of parts. */
    static final int SMALL = 64;

    /** The number of look-ups of a rank, besides one for so many entries, that pay a copy: the change that ends it costs messages. */
    static final int READS = 64;

    private static final int ENTRIES = 4;

    /** The greatest hash code of the range. */
    final int last;

    /** The range has {@code 1L << bits} hash codes. */
    private final int bits;

    /** Null until the part is divided; does not change any more then. */
    private volatile Branches<K, V> branches;

    /** The entries as they are, or null. Becomes null before an entry changes. */
    private volatile PartCopy<K, V> copy;

    /** The look-ups of this rank under the monitor since it made a copy. */
    @Local
    private int reads;

    /** The number of uses by the thread with the monitor, one within another: methods of keys and functions of the program may use the map. */
    @Local
    private int uses;

    /** The size above which another attempt to divide the part makes sense. */
    private int least = 1;

    /** The same for a division for the size alone. */
    private int leastForSize = LARGE;

    /** The only part of an empty map. */
    Part() {
        this(Integer.MAX_VALUE, Integer.SIZE);
    }

    private Part(int last, int bits) {
        this.last = last;
        this.bits = bits;
    }

    /** The part for a hash code, this one or one that has come out of it. Needs no monitor. */
    Part<K, V> of(int hash) {
        Part<K, V> part = this;
        Branches<K, V> now = part.branches;
        while (now != null) {
            part = now.of(hash);
            now = part.branches;
        }
        return part;
    }

    boolean isDivided() {
        return branches != null;
    }

    /** The entries as they are now, for look-ups without the monitor; null if there is no copy. */
    PartCopy<K, V> copy() {
        return copy;
    }

    /** Looks a key up under the monitor. Makes a copy if that pays: so many look-ups cost as much. */
    V read(int hash, Object key) {
        V value;
        enter();
        try {
            value = get(hash, key);
        } finally {
            leave();
        }
        if (++reads > READS + size / ENTRIES && uses == 0) {
            reads = 0;
            copy = copied();
        }
        return value;
    }

    /** Called before an entry may be changed, with the number of the rank that changes it and the key's hash code. */
    void changes(int rank, int hash) {
        dropCopy();
        changedBy(rank, hash);
    }

    private void dropCopy() {
        if (copy != null) {
            copy = null;
        }
    }

    @Override
    void clear() {
        dropCopy();
        super.clear();
    }

    /** Begins a use by the thread with the monitor, during which the part is not divided. */
    void enter() {
        uses++;
    }

    void leave() {
        uses--;
    }

    /** Called after a change. Divides the part if it has too many entries for its use. */
    void changed(PartCount count) {
        dropCopy(); // a key's equals may have looked keys up
        if (size > least && uses == 0) {
            if (size > SMALL && areApart() || size > MIXED && isMixed()) {
                divide(count, PartCount.MOST_FOR_RANKS);
            } else if (size > leastForSize) {
                divide(count, PartCount.MOST);
            }
        }
    }

    private void divide(PartCount count, int most) {
        int common = commonBits();
        if (common == Integer.SIZE) {
            least = 2 * size;
        } else if (count.mayAdd(Branches.COUNT - 1, most)) {
            divide(common, count, most);
        } else {
            least = most == PartCount.MOST_FOR_RANKS ? Integer.MAX_VALUE : least;
            leastForSize = Integer.MAX_VALUE;
        }
    }

    /** The number of bits, from the first on, in which all hash codes of the entries are equal. */
    private int commonBits() {
        int first = first();
        int different = 0;
        for (int slot = first; slot >= 0; slot = after(slot)) {
            different |= hash(slot) ^ hash(first);
        }
        return Integer.numberOfLeadingZeros(different);
    }

    /** Divides the part, and then the one that has all entries, until they are separated. */
    private void divide(int common, PartCount count, int most) {
        int shift = bits - Branches.BITS;
        boolean separates = Integer.SIZE - common > shift;
        Part<K, V>[] parts = array();
        for (int i = 0; i < parts.length; i++) {
            int end = last - (Branches.COUNT - 1 - i << shift);
            parts[i] = new Part<>(end, shift);
        }
        if (separates) {
            moveTo(parts, shift);
        } else {
            Part<K, V> only = parts[Branches.index(hash(first()), shift)];
            giveTo(only);
            if (count.mayAdd(Branches.COUNT - 1, most)) {
                only.divide(common, count, most);
            }
        }
        branches = new Branches<>(shift, parts);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> Part<K, V>[] array() {
        return (Part<K, V>[]) new Part<?, ?>[Branches.COUNT];
    }

    private void moveTo(Part<K, V>[] parts, int shift) {
        for (int slot = first(); slot >= 0; slot = after(slot)) {
            int hash = hash(slot);
            parts[Branches.index(hash, shift)].add(hash, key(slot), value(slot));
        }
        drop();
    }
}
