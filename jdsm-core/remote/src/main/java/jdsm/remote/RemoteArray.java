package jdsm.remote;

import java.nio.Buffer;
import java.util.Objects;

/**
 * An array whose pages lie in this process and on memory servers: what arrays of all element types have in common. Begins
 * as zeros. Only the thread that opened the array's {@link RemoteSpace} may use it; on any other one each method throws an
 * {@link IllegalStateException}. A method that accesses elements may block until pages come.
 */
public abstract sealed class RemoteArray implements AutoCloseable
        permits RemoteBytes, RemoteChars, RemoteDoubles, RemoteFloats, RemoteInts, RemoteLongs, RemoteShorts {
    final Pager pager;
    final PageTable table;
    /** The thread that may use the array. */
    final Thread owner;
    /** The index in the table's array of this slice's first element. */
    final long first;

    /** The array of which this is a row, which is not dropped before its rows; or null. */
    RemoteArray whole;

    /** The number of the part that has this array's elements while these are arrays of Java; less than 0 if no part does. */
    private final int part;

    final long length;
    /** {@code index | last - index} is negative if and only if there is no such element: one test. */
    final long last;
    /** The length, for programs that know int indices only; the largest int if there are more. */
    final int size;
    /** By page, see {@link PageTable#addresses}. */
    final long[] addresses;
    /** By so many bits an index is shifted to give its page. */
    final int shift;
    /** By so many bits an index is shifted to give bytes. */
    final int bytesShift;
    /** The bits of an index within its page. */
    final int mask;

    RemoteArray(Pager pager, Thread owner, PageTable table, long first, long length) {
        this.pager = pager;
        this.owner = owner;
        this.table = table;
        this.first = first;
        this.length = length;
        last = length - 1;
        addresses = table.addresses;
        boolean isPart = length == table.partLength && first % Math.max(1, length) == 0;
        part = isPart ? (int) (first / Math.max(1, length)) : -1;
        size = (int) Math.min(length, Integer.MAX_VALUE);
        shift = table.type.shift(pager.pageBytes());
        mask = (1 << shift) - 1;
        bytesShift = Integer.numberOfTrailingZeros(table.type.bytes());
    }

    /** Returns the number of elements. Any thread. */
    public final long length() {
        return length;
    }

    /** Returns the name by which messages and statistics call the array. Any thread. */
    public final String name() {
        return table.name;
    }

    /** This array as one that a {@link PageLoop} reads. */
    public final PageOperand reading() {
        return new PageOperand(this, PageUse.READ);
    }

    /** This array as one that a {@link PageLoop} reads and writes. */
    public final PageOperand updating() {
        return new PageOperand(this, PageUse.UPDATE);
    }

    /** This array as one whose elements a {@link PageLoop} writes without reading them before. */
    public final PageOperand replacing() {
        return new PageOperand(this, PageUse.REPLACE);
    }

    /**
     * Gives the pages of the whole array back, also if this is a slice. Every later access by the array and its slices
     * throws an {@link IllegalStateException}. Idempotent.
     */
    @Override
    public final void close() {
        checkThread();
        pager.remove(table);
    }

    @Override
    public final String toString() {
        return table.name + " (" + length + " " + table.type.plural() + ")";
    }

    final void checkThread() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException(table.name + " belongs to thread " + owner.getName() + ", but thread "
                    + Thread.currentThread().getName() + " uses it; remote memory is for one thread");
        }
    }

    /** Says why an element cannot be accessed. */
    final RuntimeException refused(long index) {
        checkThread();
        return new IndexOutOfBoundsException("index " + index + " of " + this);
    }

    /** Says why an element cannot be accessed, in the words of Java's arrays. */
    final RuntimeException outside(int index) {
        checkThread();
        return new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + size);
    }

    /** As the length of a Java array, for a program whose arrays are marked {@link Remote}. */
    public final int size() {
        return size;
    }

    /**
     * Returns the array of Java that has all elements until a page leaves its frame, or null if they have pages; also on another thread than
     * the array's.
     */
    public final Object java() {
        Object[] parts = table.parts;
        return parts != null && part >= 0 && Thread.currentThread() == owner ? parts[part] : null;
    }

    /** Copies elements to an array of Java. */
    final void out(long index, Object target, int offset, int count) {
        Object java = java();
        if (java != null) {
            System.arraycopy(java, (int) index, target, offset, count);
        } else {
            copyOut(index, target, offset, count);
        }
    }

    /** Copies elements from an array of Java. */
    final void in(long index, Object source, int offset, int count) {
        Object java = java();
        if (java != null) {
            System.arraycopy(source, offset, java, (int) index, count);
        } else {
            copyIn(index, source, offset, count);
        }
    }

    /** Returns by page where it is present, for a loop; on another thread than the array's null. */
    public final long[] addresses() {
        return Thread.currentThread() == owner ? addresses : null;
    }

    /** Returns the index of this slice's first element in the array of which it is a slice. */
    public final long first() {
        return first;
    }

    /** Returns by how many bits an index is shifted to give its page. */
    public final int shift() {
        return shift;
    }

    /**
     * Returns over how many steps by 1 the elements from {@code index} to {@code index + span} stay in one page and in the
     * array. At most 0 if they do not lie in one page, or if this is not the thread of the array.
     */
    public final int reach(int index, int span) {
        if (index < 0 || index >= size || Thread.currentThread() != owner) {
            return 0;
        }
        return (int) leftOfPage(index) - span;
    }

    /** As {@link #reach}, over how many steps by -1. */
    public final int reachDown(int index, int span) {
        if (index < 0 || (long) index + span >= size || Thread.currentThread() != owner) {
            return 0;
        }
        int inPage = (int) (first + index) & mask;
        return inPage + span > mask ? 0 : Math.min(index, inPage) + 1;
    }

    /**
     * Brings the page of an element for reading, and returns from where the elements are addressed by a variable that counts
     * with the index: the address of the element where that variable is 0, if it were in the same page.
     *
     * @param count the variable's value that belongs to the index
     */
    public final long toRead(int index, int count) {
        long at = first + index;
        long page = addresses[(int) (at >>> shift)];
        return base(page != 0 ? page : addressToRead(at), at, count);
    }

    /** As {@link #toRead}, for writing, too. */
    public final long toWrite(int index, int count) {
        long at = first + index;
        long page = addresses[(int) (at >>> shift)];
        return base((page & PageTable.WRITABLE) != 0 ? page : addressToWrite(at), at, count);
    }

    /** Whether some elements from one of the table's array on are all of a page. */
    final boolean isWhole(long at, long count) {
        return (at & mask) == 0 && count >= Math.min(mask + 1, table.length - at);
    }

    private long base(long page, long at, int count) {
        return (page & PageTable.ADDRESS) + (((long) ((int) at & mask) - count) << bytesShift);
    }

    /** Returns the address of an element that a program with marked arrays loads; {@code bits} as {@link #bytesShift}. */
    final long toLoad(int index, int bits) {
        if (index < 0 || index >= size || Thread.currentThread() != owner) {
            throw outside(index);
        }
        long at = first + index;
        long page = addresses[(int) (at >>> shift)];
        page = page != 0 ? page : addressToRead(at);
        return (page & PageTable.ADDRESS) + ((long) ((int) at & mask) << bits);
    }

    /** As {@link #toLoad}, for an element that the program stores. */
    final long toStore(int index, int bits) {
        if (index < 0 || index >= size || Thread.currentThread() != owner) {
            throw outside(index);
        }
        long at = first + index;
        long page = addresses[(int) (at >>> shift)];
        page = (page & PageTable.WRITABLE) != 0 ? page : addressToWrite(at);
        return (page & PageTable.ADDRESS) + ((long) ((int) at & mask) << bits);
    }

    /**
     * Returns the page of an element as in {@link #addresses}, for a loop that has what it needs of the array in local variables; 0
     * if there is no such element.
     */
    static long pageOf(int index, long[] addresses, long first, int shift, int size) {
        return index >= 0 && index < size ? addresses[(int) (first + index >>> shift)] : 0;
    }

    /** Returns the address of an element of a page that is present. */
    static long element(long page, long at, int shift, int bits) {
        return (page & PageTable.ADDRESS) + ((at & (1L << shift) - 1) << bits);
    }

    /** Brings the page of an element of the table's array for reading, and returns its address. */
    final long addressToRead(long at) {
        int page = (int) (at >>> shift);
        pager.readable(table, page);
        return addresses[page];
    }

    /** Brings the page of an element of the table's array for writing, and returns its address. */
    final long addressToWrite(long at) {
        int page = (int) (at >>> shift);
        pager.writable(table, page);
        return addresses[page];
    }

    final void checkRange(long index, long count) {
        checkThread();
        Objects.checkFromIndexSize(index, count, length);
    }

    /** Returns how many elements from an index on lie in one page of the array. */
    final long leftOfPage(long index) {
        long at = first + index;
        return Math.min(length - index, (1L << shift) - (at & mask));
    }

    /** Brings the page of an element of the table's array for reading. */
    final Buffer bringReadable(long at) {
        return pager.readable(table, (int) (at >>> shift));
    }

    /** Brings the page of an element of the table's array for writing. */
    final Buffer bringWritable(long at) {
        return pager.writable(table, (int) (at >>> shift));
    }

    /** Brings the page of some elements for a use; they lie within one page. */
    final Buffer bring(long index, int count, PageUse use) {
        long at = first + index;
        int page = (int) (at >>> shift);
        if (use == PageUse.READ) {
            Buffer present = table.readable[page];
            return present == null ? pager.readable(table, page) : present;
        }
        Buffer present = table.writable[page];
        if (present != null) {
            return present;
        }
        return pager.writable(table, page, use != PageUse.REPLACE || !isWhole(at, count));
    }

    /** Brings and pins the page of a part of a loop, and returns the elements' own buffer. */
    final Buffer pin(long index, int count, PageUse use, PagePart part) {
        Buffer page = bring(index, count, use);
        part.pinned(pager.pin(table, (int) ((first + index) >>> shift)));
        Buffer elements = elements(page, (int) (first + index) & mask, count);
        return use == PageUse.READ ? readOnly(elements) : elements;
    }

    abstract RemoteArray part(long from, int count);

    /** Returns a new Java array of this type of elements. */
    abstract Object javaArray(int count);

    abstract void copyOut(long index, Object target, int offset, int count);

    abstract void copyIn(long index, Object source, int offset, int count);

    /** Returns elements of a page as a buffer of their own. */
    abstract Buffer elements(Buffer page, int from, int count);

    abstract Buffer readOnly(Buffer elements);
}
