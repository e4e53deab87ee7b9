package jdsm.remote;

import java.nio.Buffer;
import java.nio.LongBuffer;
import java.util.Objects;

/** An array of {@code long} with long indices, in remote memory. See {@link RemoteArray} for threads and blocking. */
public final class RemoteLongs extends RemoteArray {
    /** By so many bits an index is shifted to give bytes; a constant, for the loops that are compiled. */
    private static final int BITS = 3;

    private final LongBuffer[] readable;
    private final LongBuffer[] writable;

    /** Receives the parts of the array in their order. */
    @FunctionalInterface
    public interface PageBody {
        /**
         * @param from the index of the first element
         * @param page the elements: index 0 to {@code limit() - 1}; valid during the call only
         */
        void run(long from, LongBuffer page);
    }

    RemoteLongs(Pager pager, Thread owner, PageTable table, long first, long length) {
        super(pager, owner, table, first, length);
        readable = (LongBuffer[]) table.readable;
        writable = (LongBuffer[]) table.writable;
    }

    /** @throws IndexOutOfBoundsException if there is no such element */
    public long get(long index) {
        if ((index | last - index) < 0 || Thread.currentThread() != owner) {
            throw refused(index);
        }
        long at = first + index;
        LongBuffer page = readable[(int) (at >>> shift)];
        if (page == null) {
            page = (LongBuffer) bringReadable(at);
        }
        return page.get((int) at & mask);
    }

    /** @throws IndexOutOfBoundsException if there is no such element */
    public void set(long index, long value) {
        if ((index | last - index) < 0 || Thread.currentThread() != owner) {
            throw refused(index);
        }
        long at = first + index;
        LongBuffer page = writable[(int) (at >>> shift)];
        if (page == null) {
            page = (LongBuffer) bringWritable(at);
        }
        page.put((int) at & mask, value);
    }

    /**
     * Returns the elements from an index to before another one as an array of their own, which shares them.
     *
     * @throws IndexOutOfBoundsException if this array does not have them
     */
    public RemoteLongs slice(long from, long to) {
        Objects.checkFromToIndex(from, to, length);
        return new RemoteLongs(pager, owner, table, first + from, to - from);
    }

    /**
     * Copies elements to a Java array.
     *
     * @throws IndexOutOfBoundsException if one of the arrays does not have the elements
     */
    public void get(long index, long[] target, int offset, int count) {
        checkRange(index, count);
        Objects.checkFromIndexSize(offset, count, target.length);
        for (int done = 0; done < count; ) {
            int part = (int) Math.min(count - done, leftOfPage(index + done));
            LongBuffer page = (LongBuffer) bring(index + done, part, PageUse.READ);
            page.get((int) (first + index + done) & mask, target, offset + done, part);
            done += part;
        }
    }

    /**
     * Copies elements from a Java array.
     *
     * @throws IndexOutOfBoundsException if one of the arrays does not have the elements
     */
    public void set(long index, long[] source, int offset, int count) {
        checkRange(index, count);
        Objects.checkFromIndexSize(offset, count, source.length);
        for (int done = 0; done < count; ) {
            int part = (int) Math.min(count - done, leftOfPage(index + done));
            LongBuffer page = (LongBuffer) bring(index + done, part, PageUse.REPLACE);
            page.put((int) (first + index + done) & mask, source, offset + done, part);
            done += part;
        }
    }

    /** Sets all elements to a value. */
    public void fill(long value) {
        forEachPage(PageUse.REPLACE, (from, page) -> {
            int count = page.limit();
            for (int i = 0; i < count; i++) {
                page.put(i, value);
            }
        });
    }

    /**
     * Runs a body over all elements, in parts within a page that is present and stays meanwhile: its inner loop runs like
     * one over a Java array. For several arrays at once see {@link PageLoop}.
     */
    public void forEachPage(PageUse use, PageBody body) {
        PageLoop.over(new PageOperand(this, use)).run(part -> body.run(part.from(), part.longs(0)));
    }

    /** As the load of an element of a Java array, for a program whose arrays are marked {@link Remote}. */
    public long load(int index) {
        return java() instanceof long[] elements ? elements[index] : PageMemory.getLong(toLoad(index, BITS));
    }

    /** As the store of an element of a Java array, for a program whose arrays are marked {@link Remote}. */
    public void store(int index, long value) {
        if (java() instanceof long[] elements) {
            elements[index] = value;
        } else {
            PageMemory.put(toStore(index, BITS), value);
        }
    }

    /** The load of a loop that has {@link #addresses}, {@link #first} and {@link #shift} of the array in local variables. */
    public static long load(RemoteLongs array, int index, long[] addresses, long first, int shift, int size) {
        long page = pageOf(index, addresses, first, shift, size);
        return page != 0 ? PageMemory.getLong(element(page, first + index, shift, BITS)) : array.load(index);
    }

    /** The store of such a loop. */
    public static void store(
            RemoteLongs array, int index, long value, long[] addresses, long first, int shift, int size) {
        long page = pageOf(index, addresses, first, shift, size);
        if ((page & PageTable.WRITABLE) != 0) {
            PageMemory.put(element(page, first + index, shift, BITS), value);
        } else {
            array.store(index, value);
        }
    }

    /**
     * The load of a loop over pages.
     *
     * @param array not used, nor is {@code index}: the operands of the program's own instruction
     * @param base the result of {@link #toRead} or {@link #toWrite}, since which no page has left its frame
     * @param count the variable by which the loop counts
     * @param more what the index is more than the one for which the page was brought, in this iteration
     */
    public static long inPage(RemoteLongs array, int index, long base, int count, int more) {
        return PageMemory.getLong(base + ((long) count << 3) + ((long) more << 3));
    }

    /** The store of a loop over pages, as {@link #inPage(RemoteLongs, int, long, int, int)}. */
    public static void inPage(RemoteLongs array, int index, long value, long base, int count, int more) {
        PageMemory.put(base + ((long) count << 3) + ((long) more << 3), value);
    }

    @Override
    RemoteArray part(long from, int count) {
        return new RemoteLongs(pager, owner, table, first + from, count);
    }

    @Override
    Object javaArray(int count) {
        return new long[count];
    }

    @Override
    void copyOut(long index, Object target, int offset, int count) {
        get(index, (long[]) target, offset, count);
    }

    @Override
    void copyIn(long index, Object source, int offset, int count) {
        set(index, (long[]) source, offset, count);
    }

    @Override
    Buffer elements(Buffer page, int from, int count) {
        return ((LongBuffer) page).slice(from, count);
    }

    @Override
    Buffer readOnly(Buffer elements) {
        return ((LongBuffer) elements).asReadOnlyBuffer();
    }
}
