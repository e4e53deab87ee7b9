package jdsm.comm.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory outside of the heap with the accesses that {@link jdsm.comm.RemoteMemory} promises, for transports whose ranks
 * reach each other's memory by loads and stores. Offsets are in bytes; callers have checked them. Thread-safe. Whoever
 * holds it holds the memory: it is freed by the collector, never under an access.
 *
 * <p>Why word by word: no bulk copy of the Java library promises units. {@code ByteBuffer.put(ByteBuffer)} may copy bytes,
 * while {@link MethodHandles#byteBufferViewVarHandle} guarantees that aligned accesses to a direct buffer are atomic, where
 * a platform has 64 bits in mode plain, too. So words are copied in mode plain, which the compiler may unroll (mode opaque
 * takes four times as long), and fences around the copy order it against all else. Words that are covered in part move
 * byte by byte: to write them as words would bring back old values of the bytes beside.
 */
public final class WordMemory {
    /** A cache line: so that two regions share none, and more than what words need. */
    private static final int ALIGNMENT = 64;

    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer bytes;

    private WordMemory(ByteBuffer bytes) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * New memory, all zeros.
     *
     * @param sizeBytes 1 to {@link jdsm.comm.RemoteMemory#MAX_REGION_BYTES}
     * @throws UnsupportedOperationException on a platform of 32 bits, where words would be torn
     * @throws OutOfMemoryError if the JVM's limit for direct buffers is reached
     */
    public static WordMemory allocate(int sizeBytes) {
        if ("32".equals(System.getProperty("sun.arch.data.model"))) {
            throw new UnsupportedOperationException("registered memory needs a JVM of 64 bits");
        }
        int whole = (sizeBytes + ALIGNMENT - 1) & -ALIGNMENT;
        ByteBuffer aligned = ByteBuffer.allocateDirect(whole + ALIGNMENT).alignedSlice(ALIGNMENT);
        return new WordMemory(aligned.slice(0, sizeBytes));
    }

    /** Memory that is there already, all of a direct buffer's, which begins at a multiple of 8. */
    public static WordMemory over(ByteBuffer memory) {
        return new WordMemory(memory.slice());
    }

    /** A new view of all of it, little-endian. */
    public ByteBuffer view() {
        return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Copies to the buffer's remaining bytes; position and limit stay. */
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

    /** Copies the buffer's remaining bytes to here, visible to all on return; position and limit stay. */
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

    public long getLong(int offset) {
        return (long) WORD.getVolatile(bytes, offset);
    }

    /** Visible to all on return: mere volatile mode would let later accesses of other modes overtake it. */
    public void putLong(int offset, long value) {
        WORD.setRelease(bytes, offset, value);
        VarHandle.fullFence();
    }

    /** A release; visible soon. Who replaces a word that is in another processor's cache need not wait for it. */
    public void putLongNbi(int offset, long value) {
        WORD.setRelease(bytes, offset, value);
    }

    public long compareAndExchange(int offset, long expected, long next) {
        VarHandle.fullFence();
        long before = (long) WORD.compareAndExchange(bytes, offset, expected, next);
        VarHandle.fullFence();
        return before;
    }

    /** How many of the range's bytes lie before its first whole word. */
    private static int firstWord(int offset, int length) {
        return Math.min(length, -offset & (Long.BYTES - 1));
    }

    private static int endOfWords(int words, int length) {
        return words + ((length - words) & -Long.BYTES);
    }
}
