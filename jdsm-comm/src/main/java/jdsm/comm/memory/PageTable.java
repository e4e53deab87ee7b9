package jdsm.comm.memory;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** All pages by number, from 1. Thread-safe; a look-up takes no lock. */
final class PageTable {
    private static final int FIRST_LENGTH = 64;

    private volatile Page[] pages = new Page[FIRST_LENGTH];
    /** Numbers of removed pages. Guarded by this object. */
    private final Deque<Integer> unused = new ArrayDeque<>();
    /** Guarded by this object. */
    private int last;

    /** The page of a slot, or null. */
    Page of(long slot) {
        int number = (int) (slot >>> 32);
        Page[] now = pages;
        return number >= 0 && number < now.length ? now[number] : null;
    }

    /** Makes a page of a part of memory. */
    synchronized Page add(ByteBuffer memory, int begin, int lengthBytes) {
        Integer free = unused.poll();
        int number = free != null ? free : ++last;
        Page[] now = pages;
        Page[] next = number < now.length ? now : Arrays.copyOf(now, 2 * now.length);
        Page page = new Page(number, memory, begin, lengthBytes);
        next[number] = page;
        // A store to the field also where the array is the same: it publishes the element.
        pages = next;
        return page;
    }

    /** Removes a page whose memory goes back to the system. */
    synchronized void remove(Page page) {
        pages[page.number()] = null;
        unused.add(page.number());
    }
}
