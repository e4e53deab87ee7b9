package jdsm.codec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.coherence.Diff;

/**
 * A diff of a unit's encoded content: a sequence of (bytes skipped, bytes changed, the changed bytes). Both lengths are
 * variable-length integers of seven bits in a byte, lowest first, as in protocol buffers.
 */
public final class ContentDiff implements Diff {
    private final byte[] encoded;

    /** Wraps an encoded diff. The array is neither copied nor checked here; its reader checks it. */
    public ContentDiff(byte[] encoded) {
        this.encoded = encoded;
    }

    /** Receives the changed ranges of a diff in ascending order. */
    interface Receiver {
        /**
         * Receives one range.
         *
         * @param offset the offset of the range in the content, in bytes
         * @param bytes the changed bytes, from position to limit
         */
        void range(int offset, ByteBuffer bytes);
    }

    /** Builds a diff from ranges in ascending order. */
    static final class Builder {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private int end;

        void add(byte[] content, int from, int to) {
            number(from - end);
            number(to - from);
            out.write(content, from, to - from);
            end = to;
        }

        private void number(int value) {
            int rest = value;
            while (rest > 0x7f) {
                out.write(rest & 0x7f | 0x80);
                rest >>>= 7;
            }
            out.write(rest);
        }

        /** The diff, or null if there was no range. */
        ContentDiff build() {
            return out.size() == 0 ? null : new ContentDiff(out.toByteArray());
        }
    }

    /** The length of the encoded diff in bytes. */
    public int encodedBytes() {
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
        long offset = 0;
        while (in.hasRemaining()) {
            offset += number(in);
            int length = number(in);
            if (length > in.remaining() || offset + length > contentBytes) {
                throw malformed();
            }
            receiver.range((int) offset, in.slice(in.position(), length));
            in.position(in.position() + length);
            offset += length;
        }
    }

    /** Calls {@code receiver} with each reference in the changed elements of a content. */
    public void forEachReference(UnitContent content, ReferenceReceiver receiver) {
        forEach(
                content.encodedBytes(),
                (offset, changed) ->
                        content.forEachReference(offset, changed.order(ByteOrder.LITTLE_ENDIAN), receiver));
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
