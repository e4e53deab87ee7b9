package jdsm.comm.bootstrap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A message between the rendezvous and a rank, after the handshake and the rank's address. Little-endian:
 *
 * <pre>
 *  0 type (4)    4 rank (4)    8 bytes that follow (4)    12 these, and behind them the code of the {@link Seal}
 * </pre>
 *
 * @param type the meaning of the word
 * @param rank the rank that the word is about, or -1
 * @param content depends on the type; text is UTF-8
 */
record Word(Type type, int rank, byte[] content) {
    static final int HEADER_BYTES = 12;
    static final int RANK = 4;
    static final int LENGTH = 8;
    static final int LONGEST_TEXT_BYTES = 1 << 10;

    /** The meaning of a word. The code is sent on the wire. */
    enum Type {
        /** From the rendezvous: all ranks have come; the content is the addresses of all ranks, by rank. */
        TABLE(1),
        /** From the rendezvous: all ranks are connected, joining is over. */
        BEGIN(2),
        /** From the rendezvous: joining fails because of a rank (-1: of several); the content is the reason as text. */
        END(3),
        /** From a rank: this rank is connected to all others. */
        READY(4),
        /**
         * From a rank: this rank cannot join because of another one (-1: for its own reasons); the content is the
         * reason as text.
         */
        FAILED(5);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        /** Returns the type with a code, or null. */
        static Type of(int code) {
            return Arrays.stream(values())
                    .filter(type -> type.code == code)
                    .findFirst()
                    .orElse(null);
        }
    }

    static Word of(Type type, int rank, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new Word(type, rank, Arrays.copyOf(utf8, Math.min(utf8.length, LONGEST_TEXT_BYTES)));
    }

    String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    ByteBuffer encode() {
        return ByteBuffer.allocate(HEADER_BYTES + content.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(type.code)
                .putInt(rank)
                .putInt(content.length)
                .put(content)
                .flip();
    }

    /** The word of this header with its content. @param whole the bytes of header and content */
    Word with(byte[] whole) {
        return new Word(type, rank, Arrays.copyOfRange(whole, HEADER_BYTES, whole.length));
    }

    /** Decodes a header into a word with an empty content of the right length. Returns null for a malformed header. */
    static Word header(ByteBuffer header, int longestBytes) {
        header.order(ByteOrder.LITTLE_ENDIAN);
        Type type = Type.of(header.getInt(0));
        int length = header.getInt(LENGTH);
        return type == null || length < 0 || length > longestBytes
                ? null
                : new Word(type, header.getInt(RANK), new byte[length]);
    }
}
