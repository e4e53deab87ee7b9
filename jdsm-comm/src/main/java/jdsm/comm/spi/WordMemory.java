package jdsm.comm.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory outside the heap with the accesses that {@link jdsm.comm.RemoteMemory} promises, for transports whose ranks
 * reach each other's memory by loads and stores. Offsets are in bytes; the caller has checked them. Thread-safe; no
 * method blocks. The garbage collector frees the memory once no WordMemory refers to it, so no access meets freed
 * memory.
 *
 * <p>Copies go word by word, because no bulk copy of the Java library promises whole words:
 * {@code ByteBuffer.put(ByteBuffer)} may copy bytes. {@link MethodHandles#byteBufferViewVarHandle} guarantees atomic
 * aligned accesses to a direct buffer, on a 64-bit platform in plain mode as well. So copies use plain mode, which the
 * compiler may unroll (opaque mode takes four times as long), and fences around the copy order it against other
 * accesses. A word that the range covers in part is copied byte by byte: storing it whole would restore old values of
 * the bytes outside the range.
 */
public final class WordMemory {
    /** A cache line: no two regions share one. A word needs less. */
    private static final int ALIGNMENT = 64;

    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer bytes;

    private WordMemory(ByteBuffer bytes) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Allocates memory that begins as zeros.
     *
     * @param sizeBytes 1 to {@link jdsm.comm.RemoteMemory#MAX_REGION_BYTES}
     * @throws UnsupportedOperationException on a 32-bit platform, which would tear words
     * @throws OutOfMemoryError if the JVM's limit for direct buffers is reached
     */
    public static WordMemory allocate(int sizeBytes) {
        if ("32".equals(System.getProperty("sun.arch.data.model"))) {
            throw new UnsupportedOperationException("registered memory needs a 64-bit JVM; this one has 32 bits");
        }
        int whole = (sizeBytes + ALIGNMENT - 1) & -ALIGNMENT;
        ByteBuffer aligned = ByteBuffer.allocateDirect(whole + ALIGNMENT).alignedSlice(ALIGNMENT);
        return new WordMemory(aligned.slice(0, sizeBytes));
    }

    /** Wraps all memory of a direct buffer whose address is a multiple of 8. */
    public static WordMemory over(ByteBuffer memory) {
        return new WordMemory(memory.slice());
    }

    /** Returns a new little-endian view of the whole memory. */
    public ByteBuffer view() {
        return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Copies from this memory into the remaining bytes of a buffer, whose position and limit stay unchanged. */
    public void get(int offset, ByteBuffer target) {
        ByteBuffer to = target.slice().order(ByteOrder.LITTLE_ENDIAN);
        int length = to.capacity();
        int words = firstWord(offset, length);
        int tail = endOfWords(words, length);
        for (int i = 0; i < words; i++) {
            to.put(i, bytes.get(offset + i));
        }
        for (int i = words; i < tail; i += Long.BYTES) {
            to.putLong(i, (long) WORD.get(bytes, offset + i));
        }
        for (int i = tail; i < length; i++) {
            to.put(i, bytes.get(offset + i));
        }
        VarHandle.acquireFence();
    }

    /**
     * Copies the remaining bytes of a buffer into this memory. They are visible to all threads on return. The buffer's
     * position and limit stay unchanged.
     */
    public void put(int offset, ByteBuffer source) {
        ByteBuffer from = source.slice().order(ByteOrder.LITTLE_ENDIAN);
        int length = from.capacity();
        int words = firstWord(offset, length);
        int tail = endOfWords(words, length);
        VarHandle.releaseFence();
        for (int i = 0; i < words; i++) {
            bytes.put(offset + i, from.get(i));
        }
        for (int i = words; i < tail; i += Long.BYTES) {
            WORD.set(bytes, offset + i, from.getLong(i));
        }
        for (int i = tail; i < length; i++) {
            bytes.put(offset + i, from.get(i));
        }
        VarHandle.fullFence();
    }

    /** Reads an aligned word: an acquire. */
    public long getLong(int offset) {
        return (long) WORD.getVolatile(bytes, offset);
    }

    /**
     * Writes an aligned word: a release, visible to all on return. Volatile mode would let later plain accesses
     * overtake it.
     */
    public void putLong(int offset, long value) {
        WORD.setRelease(bytes, offset, value);
        VarHandle.fullFence();
    }

    /** Writes an aligned word: a release, visible soon. The caller does not wait for the cache line of the word. */
    public void putLongNbi(int offset, long value) {
        WORD.setRelease(bytes, offset, value);
    }

    /** Replaces an aligned word if it has the expected value: atomic, and a full fence. Returns the value before. */
    public long compareAndExchange(int offset, long expected, long next) {
        VarHandle.fullFence();
        long before = (long) WORD.compareAndExchange(bytes, offset, expected, next);
        VarHandle.fullFence();
        return before;
    }

    /** Returns the number of the range's bytes that lie before its first whole word. */
    private static int firstWord(int offset, int length) {
        return Math.min(length, -offset & (Long.BYTES - 1));
    }

    private static int endOfWords(int words, int length) {
        return words + ((length - words) & -Long.BYTES);
    }
}
