package jdsm.remote;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The pages of one array. An entry has 20 bytes, or 28 with uncompressed references, of which the paper has 32: frame,
 * place, digest, and the views by which the program reaches a page that is present.
 */
final class PageTable {
    static final int NONE = -1;

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

    final ArrayStatistics statistics;
    final Streams streams;
    boolean closed;

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
        streams = new Streams(mostAhead);
    }

    /** Returns the number of pages of an array, or the largest int if that is more. */
    static int pages(ElementType type, long length, int pageBytes) {
        long perPage = pageBytes / type.bytes();
        return (int) Math.min(Integer.MAX_VALUE, (length - 1) / perPage + 1);
    }

    /** Returns a new view of a page. */
    Buffer view(ByteBuffer memory) {
        return type.view(memory);
    }

    /** The elements' types. */
    enum ElementType {
        DOUBLE("doubles", Double.BYTES, java.nio.DoubleBuffer[]::new, ByteBuffer::asDoubleBuffer),
        LONG("longs", Long.BYTES, java.nio.LongBuffer[]::new, ByteBuffer::asLongBuffer),
        INT("ints", Integer.BYTES, java.nio.IntBuffer[]::new, ByteBuffer::asIntBuffer),
        FLOAT("floats", Float.BYTES, java.nio.FloatBuffer[]::new, ByteBuffer::asFloatBuffer),
        BYTE("bytes", Byte.BYTES, ByteBuffer[]::new, ByteBuffer::slice),
        SHORT("shorts", Short.BYTES, java.nio.ShortBuffer[]::new, ByteBuffer::asShortBuffer),
        CHAR("chars", Character.BYTES, java.nio.CharBuffer[]::new, ByteBuffer::asCharBuffer);

        private final String plural;
        private final int bytes;
        private final java.util.function.IntFunction<Buffer[]> views;
        private final Function<ByteBuffer, Buffer> view;

        ElementType(
                String plural,
                int bytes,
                java.util.function.IntFunction<Buffer[]> views,
                Function<ByteBuffer, Buffer> view) {
            this.plural = plural;
            this.bytes = bytes;
            this.views = views;
            this.view = view;
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
