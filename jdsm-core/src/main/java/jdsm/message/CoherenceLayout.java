package jdsm.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import jdsm.codec.ContentDiff;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.RankSet;
import jdsm.memory.SegmentLocation;

/**
 * The layout of a {@link CoherenceMessage}. The message's kind on the wire is its type.
 *
 * <pre>
 *   0               4               8              12              16
 *  +---------------+---------------+---------------+-------+-------+
 *  |     unit      |     rank      |    request    | s | f | flags |
 *  +---------------+---------------+---------------+-------+-------+
 *  |            version            | time: ranks   | notices: bytes|
 *  +-------------------------------+---------------+---------------+
 *  |  sharers: s x 64 bits         |  fresh: f x 64 bits           |
 *  +-------------------------------+-------------------------------+
 *  |  time: ranks x 32 bits ...                                    |
 *  +---------------------------------------------------------------+
 *  |  notices, as {@link NoticesLayout} says ...                   |
 *  +---------------------------------------------------------------+
 *  |  home segment (flags has LOCATED): SegmentLocation            |
 *  +---------------------------------------------------------------+
 *  |  descriptions of numbers (flags has DESCRIBED): length 32,    |
 *  |  then bytes that {@code jdsm.pool} reads and writes           |
 *  +---------------------------------------------------------------+
 *  |  room: bytes x 2 + 1 for breadth first (READ_REQUEST,         |
 *  |  ACQUIRE_REQUEST): 32                                         |
 *  |  barrier (DIFF, GRANT): 32                                    |
 *  +---------------------------------------------------------------+
 *  |  copies of other units (flags has ACCOMPANIED): number 32,    |
 *  |  then for each its length 32, and a COPY in this layout;      |
 *  |  in a READ_REPLY the number is 1, and all are one bundle      |
 *  +---------------------------------------------------------------+
 *  |  content (flags has CONTENT) or diff, to the end ...          |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class CoherenceLayout {
    private static final int UNIT = 0;
    private static final int RANK = 4;
    private static final int REQUEST = 8;
    private static final int SHARER_WORDS = 12;
    private static final int FRESH_WORDS = 13;
    private static final int FLAGS = 14;
    private static final int VERSION = 16;
    private static final int TIMES = 24;
    private static final int NOTICES = 28;
    private static final int SHARERS = 32;

    /** A flag of the wire format only: the message has descriptions. */
    private static final int DESCRIBED = 256;
    /** A flag of the wire format only: the message has copies of other units. */
    private static final int ACCOMPANIED = 512;

    private static final byte[] NO_DESCRIPTIONS = {};

    private CoherenceLayout() {}

    /**
     * The parts of a message beside its head and content.
     *
     * @param notices the write notices
     * @param copies encoded messages of kind COPY, for other units; in a READ_REPLY without ACQUIRE at most one, which is a bundle of
     *     them that {@code jdsm.pool} reads and writes
     * @param location the home segment from which the content can be fetched, or null
     * @param descriptions the objects and values that numbers in the content stand for; may be empty
     */
    public record Extras(List<Interval> notices, List<byte[]> copies, SegmentLocation location, byte[] descriptions) {
        /** No parts. */
        public static final Extras NONE = of(List.of());

        /** Write notices only. */
        public static Extras of(List<Interval> notices) {
            return new Extras(notices, List.of(), null, NO_DESCRIPTIONS);
        }

        private int copiesBytes() {
            int bytes = copies.isEmpty() ? 0 : Integer.BYTES;
            for (byte[] copy : copies) {
                bytes += Integer.BYTES + copy.length;
            }
            return bytes;
        }
    }

    /** The length of all parts before the content or diff, in bytes. */
    public static int headBytes(CoherenceMessage message, Extras extras) {
        return SHARERS
                + Long.BYTES * message.sharers().toWords().length
                + Long.BYTES * message.fresh().toWords().length
                + Integer.BYTES * message.time().length
                + NoticesLayout.bytes(extras.notices)
                + (message.has(CoherenceMessage.LOCATED) ? SegmentLocation.ENCODED_BYTES : 0)
                + (extras.descriptions.length > 0 ? Integer.BYTES + extras.descriptions.length : 0)
                + (hasRoom(message.type()) || hasBarrier(message.type()) ? Integer.BYTES : 0)
                + extras.copiesBytes();
    }

    /** Writes all parts but the content or diff; the buffer's position is then that of the content or diff. */
    public static void encode(CoherenceMessage message, Extras extras, ByteBuffer target) {
        int described = extras.descriptions.length > 0 ? DESCRIBED : 0;
        int accompanied = extras.copies.isEmpty() ? 0 : ACCOMPANIED;
        long[] sharers = message.sharers().toWords();
        long[] fresh = message.fresh().toWords();
        int[] time = message.time();
        target.putInt(UNIT, message.unit());
        target.putInt(RANK, message.rank());
        target.putInt(REQUEST, message.request());
        target.put(SHARER_WORDS, (byte) sharers.length);
        target.put(FRESH_WORDS, (byte) fresh.length);
        target.putShort(FLAGS, (short) (message.flags() | described | accompanied));
        target.putLong(VERSION, message.version());
        target.putInt(TIMES, time.length);
        target.putInt(NOTICES, NoticesLayout.bytes(extras.notices));
        target.position(SHARERS);
        for (long word : sharers) {
            target.putLong(word);
        }
        for (long word : fresh) {
            target.putLong(word);
        }
        for (int number : time) {
            target.putInt(number);
        }
        NoticesLayout.encode(extras.notices, target);
        if (message.has(CoherenceMessage.LOCATED)) {
            extras.location.encode(target);
        }
        if (described != 0) {
            target.putInt(extras.descriptions.length).put(extras.descriptions);
        }
        if (hasRoom(message.type())) {
            target.putInt(message.room().bytes() << 1 | (message.room().breadthFirst() ? 1 : 0));
        } else if (hasBarrier(message.type())) {
            target.putInt(message.barrier());
        }
        if (accompanied != 0) {
            target.putInt(extras.copies.size());
            extras.copies.forEach(copy -> target.putInt(copy.length).put(copy));
        }
    }

    private static boolean hasRoom(CoherenceMessage.Type type) {
        return type == CoherenceMessage.Type.READ_REQUEST || type == CoherenceMessage.Type.ACQUIRE_REQUEST;
    }

    private static boolean hasBarrier(CoherenceMessage.Type type) {
        return type == CoherenceMessage.Type.DIFF || type == CoherenceMessage.Type.GRANT;
    }

    /** A message with its other parts. */
    public record Decoded(CoherenceMessage message, Extras extras) {}

    /**
     * Reads all parts but the content; the buffer's position is then that of the content.
     *
     * @throws IllegalArgumentException if the message is shorter than its head says, or names a rank or unit that does
     *     not exist
     */
    public static Decoded decode(CoherenceMessage.Type type, ByteBuffer source, int units, int ranks) {
        if (source.remaining() < SHARERS) {
            throw malformed(type, source.remaining() + " bytes");
        }
        int base = source.position();
        int unit = source.getInt(base + UNIT);
        int rank = source.getInt(base + RANK);
        int sharerWords = Byte.toUnsignedInt(source.get(base + SHARER_WORDS));
        int freshWords = Byte.toUnsignedInt(source.get(base + FRESH_WORDS));
        int times = source.getInt(base + TIMES);
        int noticeBytes = source.getInt(base + NOTICES);
        if (unit < 0 || unit >= units) {
            throw malformed(type, "unit " + unit + " of " + units);
        }
        if (rank < 0 || rank >= ranks) {
            throw malformed(type, "rank " + rank + " of " + ranks);
        }
        if (Math.max(sharerWords, freshWords) > (ranks + 63) / 64) {
            throw malformed(type, Math.max(sharerWords, freshWords) + " words of sharers");
        }
        if (times != 0 && times != ranks) {
            throw malformed(type, "time of " + times + " ranks of " + ranks);
        }
        long head =
                SHARERS + (long) Long.BYTES * (sharerWords + freshWords) + (long) Integer.BYTES * times + noticeBytes;
        if (noticeBytes < 0 || head > source.remaining()) {
            throw malformed(type, source.remaining() + " bytes where its head has " + head);
        }
        source.position(base + SHARERS);
        RankSet sharers = decodeRanks(type, source, sharerWords, ranks);
        RankSet fresh = decodeRanks(type, source, freshWords, ranks);
        int[] time = new int[times];
        for (int t = 0; t < times; t++) {
            time[t] = source.getInt();
        }
        List<Interval> notices = NoticesLayout.decode(source, noticeBytes, units, ranks);
        SegmentLocation location = null;
        if ((source.getShort(base + FLAGS) & CoherenceMessage.LOCATED) != 0) {
            if (source.remaining() < SegmentLocation.ENCODED_BYTES) {
                throw malformed(type, "no room for a location");
            }
            location = SegmentLocation.decode(source);
        }
        int flags = source.getShort(base + FLAGS);
        byte[] descriptions = (flags & DESCRIBED) != 0 ? decodeBytes(type, "descriptions", source) : NO_DESCRIPTIONS;
        CoherenceMessage.Room room = hasRoom(type) ? decodeRoom(type, source) : CoherenceMessage.Room.NONE;
        int barrier = hasBarrier(type) ? decodeBarrier(type, source) : 0;
        List<byte[]> copies = (flags & ACCOMPANIED) != 0 ? decodeCopies(type, flags, source) : List.of();
        Diff diff = null;
        if (CoherenceMessage.hasDiff(type, flags)) {
            if ((flags & CoherenceMessage.CONTENT) != 0) {
                throw malformed(type, "content beside a diff");
            }
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            diff = new ContentDiff(bytes);
        }
        CoherenceMessage message = new CoherenceMessage(
                type,
                unit,
                rank,
                source.getInt(base + REQUEST),
                source.getLong(base + VERSION),
                sharers,
                fresh,
                flags & ~(DESCRIBED | ACCOMPANIED),
                time,
                diff,
                room,
                barrier);
        return new Decoded(message, new Extras(notices, copies, location, descriptions));
    }

    private static List<byte[]> decodeCopies(CoherenceMessage.Type type, int flags, ByteBuffer source) {
        boolean reply = type == CoherenceMessage.Type.READ_REPLY;
        if (type != CoherenceMessage.Type.GRANT && !reply) {
            throw malformed(type, "copies with it");
        }
        int number = nextInt(source);
        boolean bundle = reply && (flags & CoherenceMessage.ACQUIRE) == 0;
        if (number < 0 || bundle && number != 1 || number > source.remaining() / Integer.BYTES) {
            throw malformed(type, number + " copies with it");
        }
        List<byte[]> copies = new ArrayList<>(number);
        for (int c = 0; c < number; c++) {
            copies.add(decodeBytes(type, "a copy", source));
        }
        return copies;
    }

    private static CoherenceMessage.Room decodeRoom(CoherenceMessage.Type type, ByteBuffer source) {
        int room = nextInt(source);
        if (room < 0) {
            throw malformed(type, "no room for copies with the reply");
        }
        return new CoherenceMessage.Room(room >> 1, (room & 1) != 0);
    }

    private static int decodeBarrier(CoherenceMessage.Type type, ByteBuffer source) {
        int barrier = nextInt(source);
        if (barrier < 0) {
            throw malformed(type, "no number of a barrier");
        }
        return barrier;
    }

    private static byte[] decodeBytes(CoherenceMessage.Type type, String what, ByteBuffer source) {
        int length = nextInt(source);
        if (length < 0 || length > source.remaining()) {
            throw malformed(type, what + " of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return bytes;
    }

    /** The next number; -1 if there is none. */
    private static int nextInt(ByteBuffer source) {
        return source.remaining() < Integer.BYTES ? -1 : source.getInt();
    }

    private static RankSet decodeRanks(CoherenceMessage.Type type, ByteBuffer source, int words, int ranks) {
        long[] set = new long[words];
        for (int w = 0; w < words; w++) {
            set[w] = source.getLong();
        }
        if (words > 0 && words * 64 > ranks && ranks % 64 != 0 && set[words - 1] >>> ranks % 64 != 0) {
            throw malformed(type, "sharers beyond rank " + (ranks - 1));
        }
        return RankSet.ofWords(set);
    }

    private static IllegalArgumentException malformed(CoherenceMessage.Type type, String what) {
        return new IllegalArgumentException("a malformed " + type.label() + ": " + what);
    }
}
