package jdsm.codec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.coherence.Diff;

/**
 * What changed in a unit's encoded content: a sequence of (bytes skipped, bytes changed, the changed bytes), both lengths
 * in the variable-length form of seven bits a byte, lowest first, as in protocol buffers.
 */
public final class ContentDiff implements Diff {
    private final byte[] encoded;

    /** Of the form above; it is read with care, but not now. The array is not copied. */
    public ContentDiff(byte[] encoded) {
        this.encoded = encoded;
    }

    /** Receives the changed ranges one by one, in ascending order. */
    interface Receiver {
        /** @param bytes position to limit: the changed bytes, which go to {@code offset} of the content */
        void range(int offset, ByteBuffer bytes);
    }

    /** Puts ranges together. */
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

    public int encodedBytes() {
        return encoded.length;
    }

    public void encode(ByteBuffer target) {
        target.put(encoded);
    }

    /** @throws CodecException if this is no diff of a content of so many bytes */
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

    /** Tells of the references among what has changed in such a content. */
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
        return new CodecException("a malformed diff");
    }
}
