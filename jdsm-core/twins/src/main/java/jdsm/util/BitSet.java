package jdsm.util;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.stream.IntStream;

/** The twin of {@link java.util.BitSet}. */
public class BitSet extends java.util.BitSet {
    private static final long serialVersionUID = 1L;
    private static final int SHIFT = 6;
    private static final long ALL = -1L;

    private long[] words;
    /** Whether the program has chosen the capacity. */
    private boolean isSized;

    /** As {@link java.util.BitSet#BitSet()}. */
    public BitSet() {
        words = new long[1];
    }

    /** As {@link java.util.BitSet#BitSet(int)}. */
    public BitSet(int bits) {
        super(0);
        if (bits < 0) {
            throw new NegativeArraySizeException("nbits < 0: " + bits);
        }
        words = new long[(bits - 1 >> SHIFT) + 1];
        isSized = true;
    }

    private BitSet(long[] words) {
        super(0);
        this.words = words;
    }

    /** As {@link java.util.BitSet#valueOf(long[])}. */
    public static java.util.BitSet valueOf(long[] words) {
        return new BitSet(java.util.BitSet.valueOf(words).toLongArray());
    }

    /** As {@link java.util.BitSet#valueOf(LongBuffer)}. */
    public static java.util.BitSet valueOf(LongBuffer words) {
        return new BitSet(java.util.BitSet.valueOf(words).toLongArray());
    }

    /** As {@link java.util.BitSet#valueOf(byte[])}. */
    public static java.util.BitSet valueOf(byte[] bytes) {
        return new BitSet(java.util.BitSet.valueOf(bytes).toLongArray());
    }

    /** As {@link java.util.BitSet#valueOf(ByteBuffer)}. */
    public static java.util.BitSet valueOf(ByteBuffer bytes) {
        return new BitSet(java.util.BitSet.valueOf(bytes).toLongArray());
    }

    private static void require(int index, String name) {
        if (index < 0) {
            throw new IndexOutOfBoundsException(name + " < 0: " + index);
        }
    }

    private static void requireRange(int from, int to) {
        require(from, "fromIndex");
        require(to, "toIndex");
        if (from > to) {
            throw new IndexOutOfBoundsException("fromIndex: " + from + " > toIndex: " + to);
        }
    }

    /** The number of words up to the last one with a bit. */
    private static int used(long[] all) {
        int used = all.length;
        while (used > 0 && all[used - 1] == 0) {
            used--;
        }
        return used;
    }

    private long[] room(int needed) {
        if (needed > words.length) {
            words = resized(Math.max(2 * words.length, needed));
            isSized = false;
        }
        return words;
    }

    private long[] resized(int length) {
        long[] all = new long[length];
        System.arraycopy(words, 0, all, 0, Math.min(length, words.length));
        return all;
    }

    /** The words of another set, which the caller does not change. */
    private static long[] wordsOf(java.util.BitSet other) {
        return other instanceof BitSet twin ? twin.words : other.toLongArray();
    }

    /** The bits of a range in a word. */
    private static long mask(int word, int from, int to) {
        long low = word == from >> SHIFT ? ALL << from : ALL;
        long high = word == to - 1 >> SHIFT ? ALL >>> -to : ALL;
        return low & high;
    }

    @Override
    public boolean get(int index) {
        require(index, "bitIndex");
        int word = index >> SHIFT;
        return word < words.length && (words[word] & 1L << index) != 0;
    }

    @Override
    public java.util.BitSet get(int from, int to) {
        requireRange(from, to);
        int end = Math.min(to, length());
        BitSet part = new BitSet(Math.max(0, end - from));
        for (int i = nextSetBit(from); i >= 0 && i < end; i = nextSetBit(i + 1)) {
            part.set(i - from);
        }
        return part;
    }

    @Override
    public void set(int index) {
        require(index, "bitIndex");
        long[] all = room((index >> SHIFT) + 1);
        all[index >> SHIFT] |= 1L << index;
    }

    @Override
    public void set(int index, boolean value) {
        if (value) {
            set(index);
        } else {
            clear(index);
        }
    }

    @Override
    public void set(int from, int to) {
        requireRange(from, to);
        if (from < to) {
            long[] all = room((to - 1 >> SHIFT) + 1);
            for (int i = from >> SHIFT; i <= to - 1 >> SHIFT; i++) {
                all[i] |= mask(i, from, to);
            }
        }
    }

    @Override
    public void set(int from, int to, boolean value) {
        if (value) {
            set(from, to);
        } else {
            clear(from, to);
        }
    }

    @Override
    public void flip(int index) {
        require(index, "bitIndex");
        long[] all = room((index >> SHIFT) + 1);
        all[index >> SHIFT] ^= 1L << index;
    }

    @Override
    public void flip(int from, int to) {
        requireRange(from, to);
        if (from < to) {
            long[] all = room((to - 1 >> SHIFT) + 1);
            for (int i = from >> SHIFT; i <= to - 1 >> SHIFT; i++) {
                all[i] ^= mask(i, from, to);
            }
        }
    }

    @Override
    public void clear(int index) {
        require(index, "bitIndex");
        if (index >> SHIFT < words.length) {
            words[index >> SHIFT] &= ~(1L << index);
        }
    }

    @Override
    public void clear(int from, int to) {
        requireRange(from, to);
        if (from < to) {
            int last = Math.min(to - 1 >> SHIFT, words.length - 1);
            for (int i = from >> SHIFT; i <= last; i++) {
                words[i] &= ~mask(i, from, to);
            }
        }
    }

    @Override
    public void clear() {
        java.util.Arrays.fill(words, 0);
    }

    @Override
    public int nextSetBit(int from) {
        require(from, "fromIndex");
        long[] all = words;
        for (int i = from >> SHIFT; i < all.length; i++) {
            long rest = i == from >> SHIFT ? all[i] & ALL << from : all[i];
            if (rest != 0) {
                return (i << SHIFT) + Long.numberOfTrailingZeros(rest);
            }
        }
        return -1;
    }

    @Override
    public int nextClearBit(int from) {
        require(from, "fromIndex");
        long[] all = words;
        for (int i = from >> SHIFT; i < all.length; i++) {
            long rest = i == from >> SHIFT ? ~all[i] & ALL << from : ~all[i];
            if (rest != 0) {
                return (i << SHIFT) + Long.numberOfTrailingZeros(rest);
            }
        }
        return Math.max(from, all.length << SHIFT);
    }

    private static boolean isBelow(int from) {
        if (from < -1) {
            throw new IndexOutOfBoundsException("fromIndex < -1: " + from);
        }
        return from == -1;
    }

    @Override
    public int previousSetBit(int from) {
        if (isBelow(from)) {
            return -1;
        }
        long[] all = words;
        for (int i = Math.min(from >> SHIFT, all.length - 1); i >= 0; i--) {
            long rest = i == from >> SHIFT ? all[i] & ALL >>> -(from + 1) : all[i];
            if (rest != 0) {
                return (i << SHIFT) + Long.SIZE - 1 - Long.numberOfLeadingZeros(rest);
            }
        }
        return -1;
    }

    @Override
    public int previousClearBit(int from) {
        if (isBelow(from) || from >> SHIFT >= words.length) {
            return from;
        }
        long[] all = words;
        for (int i = from >> SHIFT; i >= 0; i--) {
            long rest = i == from >> SHIFT ? ~all[i] & ALL >>> -(from + 1) : ~all[i];
            if (rest != 0) {
                return (i << SHIFT) + Long.SIZE - 1 - Long.numberOfLeadingZeros(rest);
            }
        }
        return -1;
    }

    @Override
    public int length() {
        int used = used(words);
        return used == 0 ? 0 : (used << SHIFT) - Long.numberOfLeadingZeros(words[used - 1]);
    }

    @Override
    public boolean isEmpty() {
        return used(words) == 0;
    }

    @Override
    public int size() {
        return words.length << SHIFT;
    }

    @Override
    public int cardinality() {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    @Override
    public boolean intersects(java.util.BitSet other) {
        long[] others = wordsOf(other);
        for (int i = 0; i < Math.min(words.length, others.length); i++) {
            if ((words[i] & others[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void and(java.util.BitSet other) {
        long[] others = wordsOf(other);
        for (int i = 0; i < words.length; i++) {
            words[i] &= i < others.length ? others[i] : 0;
        }
    }

    @Override
    public void andNot(java.util.BitSet other) {
        long[] others = wordsOf(other);
        for (int i = 0; i < Math.min(words.length, others.length); i++) {
            words[i] &= ~others[i];
        }
    }

    @Override
    public void or(java.util.BitSet other) {
        long[] others = wordsOf(other);
        long[] all = room(used(others));
        for (int i = 0; i < Math.min(all.length, others.length); i++) {
            all[i] |= others[i];
        }
    }

    @Override
    public void xor(java.util.BitSet other) {
        long[] others = wordsOf(other);
        long[] all = room(used(others));
        for (int i = 0; i < Math.min(all.length, others.length); i++) {
            all[i] ^= others[i];
        }
    }

    @Override
    public long[] toLongArray() {
        return resized(used(words));
    }

    @Override
    public byte[] toByteArray() {
        return java.util.BitSet.valueOf(toLongArray()).toByteArray();
    }

    @Override
    public IntStream stream() {
        return java.util.BitSet.valueOf(toLongArray()).stream();
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || other instanceof java.util.BitSet bits && java.util.Arrays.equals(toLongArray(), bits.toLongArray());
    }

    @Override
    public int hashCode() {
        return java.util.BitSet.valueOf(toLongArray()).hashCode();
    }

    @Override
    public String toString() {
        return java.util.BitSet.valueOf(toLongArray()).toString();
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    public Object clone() {
        if (!isSized) {
            words = toLongArray();
        }
        BitSet copy = getClass() == BitSet.class ? new BitSet(words) : (BitSet) super.clone();
        copy.words = resized(words.length);
        copy.isSized = isSized;
        return copy;
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        return java.util.BitSet.valueOf(toLongArray());
    }
}
