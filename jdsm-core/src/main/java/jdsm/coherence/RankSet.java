package jdsm.coherence;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** A mutable set of ranks, as a bit set. Not thread-safe. */
public final class RankSet {
    private static final long[] EMPTY = {};

    private long[] words;

    /** An empty set. */
    public RankSet() {
        words = EMPTY;
    }

    private RankSet(long[] words) {
        this.words = words;
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
        return new RankSet(words.clone());
    }

    /** The bits of the set as {@link #ofWords} takes them, without trailing zero words. */
    public long[] toWords() {
        int used = words.length;
        while (used > 0 && words[used - 1] == 0) {
            used--;
        }
        return Arrays.copyOf(words, used);
    }

    public RankSet copy() {
        return new RankSet(words.clone());
    }

    public void add(int rank) {
        int word = rank >> 6;
        if (word >= words.length) {
            words = Arrays.copyOf(words, word + 1);
        }
        words[word] |= 1L << rank;
    }

    public void remove(int rank) {
        int word = rank >> 6;
        if (word < words.length) {
            words[word] &= ~(1L << rank);
        }
    }

    public void addAll(RankSet others) {
        others.forEach(this::add);
    }

    public void removeAll(RankSet others) {
        for (int w = 0; w < Math.min(words.length, others.words.length); w++) {
            words[w] &= ~others.words[w];
        }
    }

    public void retainAll(RankSet others) {
        for (int w = 0; w < words.length; w++) {
            words[w] &= w < others.words.length ? others.words[w] : 0;
        }
    }

    public boolean contains(int rank) {
        int word = rank >> 6;
        return word < words.length && (words[word] & 1L << rank) != 0;
    }

    public void clear() {
        words = EMPTY;
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public int size() {
        int size = 0;
        for (long word : words) {
            size += Long.bitCount(word);
        }
        return size;
    }

    /** Calls {@code action} with each member, in ascending order. */
    public void forEach(IntConsumer action) {
        for (int w = 0; w < words.length; w++) {
            for (long rest = words[w]; rest != 0; rest &= rest - 1) {
                action.accept((w << 6) + Long.numberOfTrailingZeros(rest));
            }
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
