package jdsm.comm.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/*
 * Which thread changes which field:
 *
 * home, user, next         under the lock of the PageLists
 * remote                   any thread, by compare-and-set
 * links[i]                 whoever owns slot i: the user that frees it, until it is on a list; then the owner's thread
 * all other fields         the thread of the owning place
 *
 * A thread that frees a slot of another place's page reads owner. The page cannot change its owner meanwhile, for it has
 * a slot in use: that one. The memory itself has no lists, so that free slots keep their bytes.
 */

/** A part of the system's memory, cut into slots of one size, or a span of several page lengths that is one slot. */
final class Page {
    static final int NOBODY = -1;
    /** The end of a list of slots. */
    static final char NONE = 0xFFFF;
    /** In {@link #links}: the slot is in use. */
    private static final char TAKEN = 0xFFFE;
    /** The largest number of slots in a page. */
    static final int MOST_SLOTS = TAKEN;

    /** A page without slots, which stands for the page that a place lacks. */
    static final Page EMPTY = new Page(0, ByteBuffer.allocate(0), 0, 0);

    private static final VarHandle REMOTE;

    static {
        try {
            REMOTE = MethodHandles.lookup().findVarHandle(Page.class, "remote", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The page's number in the upper half: the upper half of its slots' names. */
    final long tag;
    /** The memory from the system. */
    final ByteBuffer memory;
    /** Where the page begins in {@link #memory}, in bytes. */
    final int begin;

    final int lengthBytes;

    /** The place that took the page first. */
    int home = NOBODY;
    /** The place that took the page last, {@link #NOBODY} while it is free. */
    int user = NOBODY;
    /** The next free page. */
    Page next;

    /** The place whose lists have the slots; null for free pages and spans. */
    Place owner;

    int sizeClass = -1;
    int slotBytes;
    /** The first free slot, {@link #NONE} if there is none. */
    int free = NONE;

    int usedSlots;
    /** Whether the page is on no list of its place, because it had no free slot. */
    boolean full;

    Page before;
    Page after;

    /** For a free slot the next one; for one in use {@link #TAKEN}. */
    private char[] links = new char[0];

    @SuppressWarnings("unused")
    private volatile int remote = NONE;

    Page(int number, ByteBuffer memory, int begin, int lengthBytes) {
        tag = (long) number << 32;
        this.memory = memory;
        this.begin = begin;
        this.lengthBytes = lengthBytes;
    }

    int number() {
        return (int) (tag >>> 32);
    }

    boolean isSpan() {
        return sizeClass == Spans.SIZE_CLASS;
    }

    /** Cuts the page, none of whose slots may be in use, into free slots of a size. */
    void cut(int newSizeClass, int newSlotBytes) {
        if (newSizeClass == sizeClass && newSlotBytes == slotBytes) {
            return; // all slots are on the list
        }
        sizeClass = newSizeClass;
        slotBytes = newSlotBytes;
        int slots = lengthBytes / newSlotBytes;
        if (links.length != slots) {
            links = new char[slots];
        }
        for (int i = 0; i < slots - 1; i++) {
            links[i] = (char) (i + 1);
        }
        links[slots - 1] = NONE;
        free = 0;
    }

    /** Takes the first free slot, and returns its name. There is one. */
    long takeFirst() {
        int slot = free;
        free = links[slot];
        links[slot] = TAKEN;
        usedSlots++;
        return tag | slot;
    }

    /**
     * Frees a slot, on the thread of the owning place.
     *
     * @return the number of slots in use
     */
    int putBack(int slot) {
        checkTaken(slot);
        links[slot] = (char) free;
        free = slot;
        return --usedSlots;
    }

    /**
     * Frees a slot, on any other thread.
     *
     * @return whether the owner must be told, because there was no such slot before
     */
    boolean putAside(int slot) {
        checkTaken(slot);
        int first;
        do {
            first = remote;
            links[slot] = (char) first;
        } while (!REMOTE.compareAndSet(this, first, slot));
        return first == NONE;
    }

    /** Takes over the slots that other threads have freed; on the thread of the owning place. */
    void collect() {
        int first = (int) REMOTE.getAndSet(this, NONE);
        if (first == NONE) {
            return;
        }
        int last = first;
        int slots = 1;
        while (links[last] != NONE) {
            last = links[last];
            slots++;
        }
        links[last] = (char) free;
        free = first;
        usedSlots -= slots;
    }

    private void checkTaken(int slot) {
        if (slot < 0 || slot >= links.length || links[slot] != TAKEN) {
            throw new IllegalStateException(name(tag | slot) + " is freed, but is not in use");
        }
    }

    /** Where a slot begins in the memory, in bytes. */
    int offset(int slot) {
        return begin + slot * slotBytes;
    }

    /** A new little-endian view of the first bytes of a slot. */
    ByteBuffer view(int slot, int viewBytes) {
        return memory.slice(offset(slot), viewBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Names a slot in messages of exceptions: {@code slot 3 of page 7}. */
    static String name(long slot) {
        return "slot " + (int) slot + " of page " + (slot >>> 32);
    }
}
