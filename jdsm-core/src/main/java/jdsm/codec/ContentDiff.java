package jdsm.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import jdsm.coherence.Diff;

/**
 * A diff of a unit's encoded content: a sequence of (bytes skipped, bytes changed, the changed bytes). Both lengths are
 * variable-length integers of seven bits in a byte, lowest first, as in protocol buffers.
 */
public final class ContentDiff implements Diff {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final byte[] encoded;
    private final boolean ofMost;

    /** Wraps an encoded diff of another rank. The array is neither copied nor checked here; its reader checks it. */
    public ContentDiff(byte[] encoded) {
        this(encoded, false);
    }

    private ContentDiff(byte[] encoded, boolean ofMost) {
        this.encoded = encoded;
        this.ofMost = ofMost;
    }

    @Override
    public boolean isOfMost() {
        return ofMost;
    }

    /** Receives the changed ranges of a diff in ascending order. */
    interface Receiver {
        /**
         * Receives one range.
         *
         * @param offset the offset of the range in the content, in bytes
         * @param bytes the changed bytes, from position to limit, little-endian; valid during the call
         */
        void range(int offset, ByteBuffer bytes);
    }

    /** Builds a diff from ranges in ascending order. */
    static final class Builder {
        /** The most bytes that a length takes. */
        private static final int NUMBER_BYTES = 5;

        private static final byte[] NOTHING = {};

        private byte[] out = NOTHING;
        private int size;
        private int end;
        /** The number of bytes that differ. */
        private int changed;

        void add(byte[] content, int from, int to) {
            int length = to - from;
            changed += length;
            makeRoom(2 * NUMBER_BYTES + length, content.length);
            number(from - end);
            number(length);
            if (length == Long.BYTES) {
                LONGS.set(out, size, (long) LONGS.get(content, from)); // of elements scattered over the content
            } else {
                System.arraycopy(content, from, out, size, length);
            }
            size += length;
            end = to;
        }

        private void makeRoom(int more, int contentBytes) {
            if (out.length - size < more) {
                int doubled = Math.min(2 * out.length, contentBytes + 2 * NUMBER_BYTES);
                out = Arrays.copyOf(out, Math.max(doubled, size + more));
            }
        }

        private void number(int value) {
            int rest = value;
            while (rest > 0x7f) {
                out[size++] = (byte) (rest & 0x7f | 0x80);
                rest >>>= 7;
            }
            out[size++] = (byte) rest;
        }

        /** The diff of a content of that many bytes, or null if there was no range. */
        ContentDiff build(int contentBytes) {
            return size == 0
                    ? null
                    : new ContentDiff(size == out.length ? out : Arrays.copyOf(out, size), changed > contentBytes / 2);
        }
    }

    /**
     * The diff that has the effect of several diffs of a content.
     *
     * @param diffs in the order of their application
     * @param width the width of an element in bytes
     * @throws CodecException if a diff is malformed or reaches beyond the content
     */
    public static ContentDiff inOrder(List<ContentDiff> diffs, int contentBytes, int width) {
        if (diffs.size() == 1) {
            return diffs.get(0);
        }
        byte[] content = new byte[contentBytes];
        BitSet changed = new BitSet(contentBytes / width);
        for (ContentDiff diff : diffs) {
            diff.forEach(contentBytes, (offset, bytes) -> {
                int to = offset + bytes.remaining();
                bytes.get(content, offset, bytes.remaining());
                changed.set(offset / width, to / width);
            });
        }
        Builder merged = new Builder();
        for (int from = changed.nextSetBit(0); from >= 0; ) {
            int to = changed.nextClearBit(from);
            merged.add(content, from * width, to * width);
            from = changed.nextSetBit(to);
        }
        return merged.build(contentBytes);
    }

    @Override
    public int bytes() {
        return encoded.length;
    }

    /** Puts the encoded diff into {@code target}. */
    public void encode(ByteBuffer target) {
        target.put(encoded);
    }

    /**
     * Calls {@code receiver} with each changed range.
     *
     * @param contentBytes the length of the content to which the diff belongs
     * @throws CodecException if the diff is malformed or reaches beyond the content
     */
    void forEach(int contentBytes, Receiver receiver) {
        ByteBuffer in = ByteBuffer.wrap(encoded);
        ByteBuffer changed = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        long offset = 0;
        while (in.hasRemaining()) {
            offset += number(in);
            int length = number(in);
            if (length > in.remaining() || offset + length > contentBytes) {
                throw malformed();
            }
            changed.limit(in.position() + length).position(in.position());
            receiver.range((int) offset, changed);
            in.position(in.position() + length);
            offset += length;
        }
    }

    /**
     * The offsets of the begin and end of each changed range of a diff that this rank has made, in bytes, in ascending order.
     *
     * @param most the most ranges to be told
     */
    public int[] places(int most) {
        IntStream.Builder places = IntStream.builder();
        forEach(Integer.MAX_VALUE, (offset, changed) -> places.add(offset).add(offset + changed.remaining()));
        return places.build().limit(2L * most).toArray();
    }

    /** Calls {@code receiver} with each reference in the changed elements of a content. */
    public void forEachReference(UnitContent content, ReferenceReceiver receiver) {
        forEach(content.encodedBytes(), (offset, changed) -> content.forEachReference(offset, changed, receiver));
    }

    private static int number(ByteBuffer in) {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE && in.hasRemaining(); shift += 7) {
            int next = in.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                if (value < 0) {
                    break;
                }
                return value;
            }
        }
        throw malformed();
    }

    private static CodecException malformed() {
        return new CodecException("a malformed diff: a length is malformed, or exceeds the diff or the content");
    }
}
