package jdsm.remote;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The pages of one array. An entry has 28 bytes, or 36 with uncompressed references, of which the paper has 32: frame,
 * place, digest, and the views and the address by which the program reaches a page that is present.
 */
final class PageTable {
    static final int NONE = -1;
    /** The bit of an address that says whether the page may be written: an address is that of a page. */
    static final long WRITABLE = 1;

    static final long ADDRESS = ~WRITABLE;

    final String name;
    final ElementType type;
    final long length;
    final int pages;
    /** By page: the number of the frame that the page is in, or {@link #NONE}. */
    final int[] frames;
    /** By page: the place at the servers, or {@link #NONE}: a page that is in no frame either is all zeros. */
    final int[] places;
    /** By page: the digest of the content at the servers. */
    final int[] digests;
    /** By page: the view for reading, or null: then an access comes to the pager. */
    final Buffer[] readable;
    /** By page: the view for writing, or null. Set only if the frame is marked as dirty. */
    final Buffer[] writable;

    /** By page: the address of the page that is present, plus {@link #WRITABLE} where it has a view for writing; else 0. */
    final long[] addresses;

    final ArrayStatistics statistics;
    final Streams streams;
    boolean closed;
    /** The elements, or the rows of them, while they are arrays of Java and have no pages; else null. */
    Object[] parts;
    /** The length of each part, if there were any. */
    int partLength;

    PageTable(String name, ElementType type, long length, int pageBytes, int mostAhead) {
        this.name = name;
        statistics = new ArrayStatistics(name);
        this.type = type;
        this.length = length;
        pages = pages(type, length, pageBytes);
        frames = new int[pages];
        places = new int[pages];
        digests = new int[pages];
        Arrays.fill(frames, NONE);
        Arrays.fill(places, NONE);
        readable = type.views(pages);
        writable = type.views(pages);
        addresses = new long[pages];
        streams = new Streams(mostAhead);
    }

    /** Returns the number of pages of an array, or the largest int if that is more. */
    static int pages(ElementType type, long length, int pageBytes) {
        long perPage = pageBytes / type.bytes();
        return (int) Math.min(Integer.MAX_VALUE, (length - 1) / perPage + 1);
    }

    /** Lets the program read a page, or write it as well. */
    void map(Frame frame, boolean writes) {
        int page = frame.page;
        if (readable[page] == null) {
            readable[page] = type.view(frame.memory);
        }
        if (writes) {
            writable[page] = readable[page];
        }
        addresses[page] = frame.address | (writable[page] == null ? 0 : WRITABLE);
    }

    /** Takes the views of a page away. */
    void unmap(int page) {
        readable[page] = null;
        writable[page] = null;
        addresses[page] = 0;
    }

    /** Takes the views of all pages away. */
    void unmapAll() {
        for (int page = 0; page < pages; page++) {
            unmap(page);
        }
    }

    /** The elements' types. */
    enum ElementType {
        DOUBLE(double.class, "doubles", Double.BYTES, java.nio.DoubleBuffer[]::new, ByteBuffer::asDoubleBuffer),
        LONG(long.class, "longs", Long.BYTES, java.nio.LongBuffer[]::new, ByteBuffer::asLongBuffer),
        INT(int.class, "ints", Integer.BYTES, java.nio.IntBuffer[]::new, ByteBuffer::asIntBuffer),
        FLOAT(float.class, "floats", Float.BYTES, java.nio.FloatBuffer[]::new, ByteBuffer::asFloatBuffer),
        BYTE(byte.class, "bytes", Byte.BYTES, ByteBuffer[]::new, ByteBuffer::slice),
        SHORT(short.class, "shorts", Short.BYTES, java.nio.ShortBuffer[]::new, ByteBuffer::asShortBuffer),
        CHAR(char.class, "chars", Character.BYTES, java.nio.CharBuffer[]::new, ByteBuffer::asCharBuffer);

        private final Class<?> type;
        private final String plural;
        private final int bytes;
        private final java.util.function.IntFunction<Buffer[]> views;
        private final Function<ByteBuffer, Buffer> view;

        ElementType(
                Class<?> type,
                String plural,
                int bytes,
                java.util.function.IntFunction<Buffer[]> views,
                Function<ByteBuffer, Buffer> view) {
            this.type = type;
            this.plural = plural;
            this.bytes = bytes;
            this.views = views;
            this.view = view;
        }

        /** Returns a new array of Java. */
        Object javaArray(int length) {
            return Array.newInstance(type, length);
        }

        String plural() {
            return plural;
        }

        int bytes() {
            return bytes;
        }

        /** Returns the number of bits by which an element's index is shifted to give its page. */
        int shift(int pageBytes) {
            return Integer.numberOfTrailingZeros(pageBytes / bytes);
        }

        Buffer[] views(int count) {
            return views.apply(count);
        }

        Buffer view(ByteBuffer memory) {
            return view.apply(memory);
        }
    }
}
