package jdsm.coherence;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** A mutable set of ranks, as a bit set. Not thread-safe. */
public final class RankSet {
    private static final long[] EMPTY = {};

    /** The ranks below 64. */
    private long low;
    /** The ranks from 64 on. */
    private long[] high;

    /** An empty set. */
    public RankSet() {
        this(0, EMPTY);
    }

    private RankSet(long low, long[] high) {
        this.low = low;
        this.high = high;
    }

    /** The ranks {@code 0 .. ranks - 1} without {@code rank}. */
    public static RankSet allBut(int ranks, int rank) {
        RankSet set = new RankSet();
        for (int r = 0; r < ranks; r++) {
            if (r != rank) {
                set.add(r);
            }
        }
        return set;
    }

    /**
     * The set with these bits: word {@code w} holds ranks {@code 64 * w} and up, lowest bit first. Copies the array.
     */
    public static RankSet ofWords(long[] words) {
        return words.length == 0
                ? new RankSet()
                : new RankSet(words[0], words.length == 1 ? EMPTY : Arrays.copyOfRange(words, 1, words.length));
    }

    /** The bits of the set as {@link #ofWords} takes them, without trailing zero words. */
    public long[] toWords() {
        int used = high.length;
        while (used > 0 && high[used - 1] == 0) {
            used--;
        }
        if (used == 0) {
            return low == 0 ? EMPTY : new long[] {low};
        }
        long[] words = new long[used + 1];
        words[0] = low;
        System.arraycopy(high, 0, words, 1, used);
        return words;
    }

    public RankSet copy() {
        return new RankSet(low, high.length == 0 ? EMPTY : high.clone());
    }

    public void add(int rank) {
        if (rank < Long.SIZE) {
            low |= 1L << rank;
            return;
        }
        int word = (rank >> 6) - 1;
        if (word >= high.length) {
            high = Arrays.copyOf(high, word + 1);
        }
        high[word] |= 1L << rank;
    }

    public void remove(int rank) {
        int word = (rank >> 6) - 1;
        if (word < 0) {
            low &= ~(1L << rank);
        } else if (word < high.length) {
            high[word] &= ~(1L << rank);
        }
    }

    public void addAll(RankSet others) {
        low |= others.low;
        if (others.high.length > high.length) {
            high = Arrays.copyOf(high, others.high.length);
        }
        for (int w = 0; w < others.high.length; w++) {
            high[w] |= others.high[w];
        }
    }

    public void removeAll(RankSet others) {
        low &= ~others.low;
        for (int w = 0; w < Math.min(high.length, others.high.length); w++) {
            high[w] &= ~others.high[w];
        }
    }

    public void retainAll(RankSet others) {
        low &= others.low;
        for (int w = 0; w < high.length; w++) {
            high[w] &= w < others.high.length ? others.high[w] : 0;
        }
    }

    public boolean contains(int rank) {
        int word = (rank >> 6) - 1;
        return ((word < 0 ? low : word < high.length ? high[word] : 0) & 1L << rank) != 0;
    }

    public void clear() {
        low = 0;
        high = EMPTY;
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public int size() {
        int size = Long.bitCount(low);
        for (long word : high) {
            size += Long.bitCount(word);
        }
        return size;
    }

    /** Calls {@code action} with each member, in ascending order. */
    public void forEach(IntConsumer action) {
        forEach(low, 0, action);
        for (int w = 0; w < high.length; w++) {
            forEach(high[w], w + 1 << 6, action);
        }
    }

    private static void forEach(long bits, int first, IntConsumer action) {
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            action.accept(first + Long.numberOfTrailingZeros(rest));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankSet set && Arrays.equals(toWords(), set.toWords());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(toWords());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        forEach(rank -> text.append(text.length() == 1 ? "" : ",").append(rank));
        return text.append('}').toString();
    }
}
