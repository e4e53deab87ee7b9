package jdsm.remote;

import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arrays that are arrays of Java so far: those of programs with marked arrays, as long as free frames are left for all of their pages,
 * and as long as they take no more than a part of the heap. Their frames are reserved. Whoever wants a page of such an array, or one of the
 * reserved frames, has it moved into pages, once and for all. For the thread of the space.
 */
final class HeapArrays {
    /** The part of the heap that these arrays may take, in percent; 0: all arrays have pages from the beginning. */
    static final String PERCENT = "jdsm.remote.heapPercent";

    private static final int DEFAULT_PERCENT = 50;
    private static final int HEADER_BYTES = 16;

    /** By table: the bytes on the heap. In the order of the arrays' making. */
    private final Map<PageTable, Long> tables = new LinkedHashMap<>();

    private final long mostBytes =
            Runtime.getRuntime().maxMemory() / 100 * Integer.getInteger(PERCENT, DEFAULT_PERCENT);
    private final FreeFrames free;
    private final Replacement policy;
    private final int pageBytes;
    private long bytes;
    private long pages;

    HeapArrays(FreeFrames free, Replacement policy, int pageBytes) {
        this.free = free;
        this.policy = policy;
        this.pageBytes = pageBytes;
    }

    /**
     * Makes a new array one of Java, if that may be.
     *
     * @param partLength the length of its rows, or its own
     */
    void admit(PageTable table, long partLength) {
        if (partLength == 0) {
            table.parts = parts(table, 1, 0);
            return;
        }
        long count = table.length / partLength;
        long needed = table.length * table.type.bytes() + count * (HEADER_BYTES + 2 * Long.BYTES);
        boolean fits = table.pages <= free.size() - pages && needed <= mostBytes - bytes;
        if (!fits || partLength > Integer.MAX_VALUE - HEADER_BYTES || count > Integer.MAX_VALUE - HEADER_BYTES) {
            return;
        }
        try {
            table.parts = parts(table, (int) count, (int) partLength);
        } catch (OutOfMemoryError e) {
            return; // the program has taken the heap for itself
        }
        tables.put(table, needed);
        bytes += needed;
        pages += table.pages;
    }

    private static Object[] parts(PageTable table, int count, int length) {
        table.partLength = length;
        Object[] parts = new Object[count];
        for (int i = 0; i < count; i++) {
            parts[i] = table.type.javaArray(length);
        }
        return parts;
    }

    /** Returns the number of frames that are reserved. */
    long pages() {
        return pages;
    }

    /** Moves the oldest array into its pages, which can leave their frames then. There is one. */
    void moveOldest() {
        move(tables.keySet().iterator().next());
    }

    /**
     * Moves an array into its pages: to the frames that are reserved for it.
     *
     * @throws jdsm.comm.CommException if there is no memory for them; nothing has changed then
     */
    void move(PageTable table) {
        free.prepare(table.pages);
        Object[] parts = table.parts;
        drop(table);
        RemoteCode.moved();
        for (int page = 0; page < table.pages; page++) {
            Frame frame = free.take(pages);
            frame.hold(table, page);
            copy(table, parts, frame);
            frame.dirty = true;
            table.frames[page] = frame.number;
            policy.came(frame);
        }
    }

    /** Takes note that an array is none of Java any more. */
    void drop(PageTable table) {
        table.parts = null;
        Long gone = tables.remove(table);
        if (gone != null) {
            bytes -= gone;
            pages -= table.pages;
        }
    }

    /** Forgets all arrays. */
    void clear() {
        for (PageTable each : List.copyOf(tables.keySet())) {
            drop(each);
        }
    }

    /** Copies elements of an array's parts to a page. */
    private void copy(PageTable table, Object[] parts, Frame frame) {
        int elementBytes = table.type.bytes();
        long first = (long) frame.page * (pageBytes / elementBytes);
        int count = (int) Math.min(pageBytes / elementBytes, table.length - first);
        for (int done = 0; done < count; ) {
            long at = first + done;
            Object part = parts[(int) (at / table.partLength)];
            int from = (int) (at % table.partLength);
            int size = Math.min(count - done, Array.getLength(part) - from);
            PageMemory.copy(
                    part,
                    (long) from * elementBytes,
                    frame.address + (long) done * elementBytes,
                    (long) size * elementBytes);
            done += size;
        }
    }
}
