package jdsm.coherence;

import java.util.HashMap;
import java.util.Map;

/** A set of numbers that lie in a few ranges, such as those of units: later units have numbers of up to 31 bits. */
final class SparseBits {
    private static final int PAGE_BITS = 12;

    private final Map<Integer, long[]> pages = new HashMap<>();

    /** Adds a number of at least 0. Returns false if it was there. */
    boolean add(int number) {
        long[] page = pages.computeIfAbsent(number >>> PAGE_BITS, none -> new long[1 << PAGE_BITS - 6]);
        int word = number >>> 6 & page.length - 1;
        long bit = 1L << number;
        boolean absent = (page[word] & bit) == 0;
        page[word] |= bit;
        return absent;
    }
}
