package jdsm.message;

import java.nio.ByteBuffer;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.RankSet;

/**
 * The layout of a {@link CoherenceMessage}; its type is the message's kind.
 *
 * <pre>
 *   0               4               8              12              16
 *  +---------------+---------------+---------------+-------+-------+
 *  |     unit      |     rank      |    request    | words | flags |
 *  +---------------+---------------+---------------+-------+-------+
 *  |            version            |  sharers: words x 64 bits ... |
 *  +-------------------------------+-------------------------------+
 *  |  content, to the end of the message, if flags has CONTENT ... |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class CoherenceLayout {
    private static final int UNIT = 0;
    private static final int RANK = 4;
    private static final int REQUEST = 8;
    private static final int WORDS = 12;
    private static final int FLAGS = 14;
    private static final int VERSION = 16;
    private static final int SHARERS = 24;

    private static final short CONTENT = 1;

    private CoherenceLayout() {}

    /** The bytes before the content. */
    public static int headBytes(CoherenceMessage message) {
        return SHARERS + Long.BYTES * message.sharers().toWords().length;
    }

    /** Writes all but the content; the buffer's position is behind it then, where the content goes. */
    public static void encode(CoherenceMessage message, ByteBuffer target) {
        long[] words = message.sharers().toWords();
        target.putInt(UNIT, message.unit());
        target.putInt(RANK, message.rank());
        target.putInt(REQUEST, message.request());
        target.putShort(WORDS, (short) words.length);
        target.putShort(FLAGS, message.hasContent() ? CONTENT : 0);
        target.putLong(VERSION, message.version());
        for (int w = 0; w < words.length; w++) {
            target.putLong(SHARERS + Long.BYTES * w, words[w]);
        }
        target.position(SHARERS + Long.BYTES * words.length);
    }

    /**
     * Reads all but the content; the buffer's position is behind it then.
     *
     * @throws IllegalArgumentException if the message is shorter than it says, or names a rank or unit that is none
     */
    public static CoherenceMessage decode(CoherenceMessage.Type type, ByteBuffer source, int units, int ranks) {
        if (source.remaining() < SHARERS) {
            throw malformed(type, source.remaining() + " bytes");
        }
        int base = source.position();
        int unit = source.getInt(base + UNIT);
        int rank = source.getInt(base + RANK);
        int words = source.getShort(base + WORDS);
        if (unit < 0 || unit >= units) {
            throw malformed(type, "unit " + unit + " of " + units);
        }
        if (rank < 0 || rank >= ranks) {
            throw malformed(type, "rank " + rank + " of " + ranks);
        }
        if (words < 0 || words > (ranks + 63) / 64 || source.remaining() < SHARERS + Long.BYTES * words) {
            throw malformed(type, words + " words of sharers");
        }
        long[] sharers = new long[words];
        for (int w = 0; w < words; w++) {
            sharers[w] = source.getLong(base + SHARERS + Long.BYTES * w);
        }
        if (words > 0 && words * 64 > ranks && ranks % 64 != 0 && sharers[words - 1] >>> ranks % 64 != 0) {
            throw malformed(type, "sharers beyond rank " + (ranks - 1));
        }
        boolean content = (source.getShort(base + FLAGS) & CONTENT) != 0;
        int request = source.getInt(base + REQUEST);
        long version = source.getLong(base + VERSION);
        source.position(base + SHARERS + Long.BYTES * words);
        return new CoherenceMessage(type, unit, rank, request, version, RankSet.ofWords(sharers), content);
    }

    private static IllegalArgumentException malformed(CoherenceMessage.Type type, String what) {
        return new IllegalArgumentException("a malformed " + type.label() + ": " + what);
    }
}
