package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntConsumer;
import jdsm.codec.CodecException;
import jdsm.codec.UnitContent;
import jdsm.coherence.CoherenceMessage;
import jdsm.message.CoherenceLayout;

/**
 * The copies of other units that travel with a reply. The first 32 bits are 1 + the unit that the sender would send next, or 0. The
 * copies follow one after the other, each in numbers as {@link Packing} has them:
 *
 * <pre>
 *   unit, as the signed distance from the one before
 *   version x 4 + 2 if the content is of packed slots + 1 if the copy is a sample
 *   length of the descriptions in bytes, and these
 *   length of the content in bytes before packing, and the content
 * </pre>
 */
final class Bundle {
    private static final int SAMPLE = 1;
    private static final int PACKED = 2;
    private static final int FLAG_BITS = 2;
    /** In place of the unit that the sender would send next. */
    static final int NO_NEXT = -1;

    /** One copy in this many is a sample. */
    private static final int SAMPLED = 16;

    private final Copies copies;
    private final DescriptionWriter describer;
    private final GrowingBytes descriptions = new GrowingBytes();
    private final GrowingBytes out = new GrowingBytes();
    private int number;
    private int lastUnit;

    Bundle(Copies copies, DescriptionWriter describer) {
        this.copies = copies;
        this.describer = describer;
        out.room(Integer.BYTES).putInt(0);
    }

    /** The number of copies. */
    int number() {
        return number;
    }

    int bytes() {
        return out.size();
    }

    /** @param next the unit that this rank would send next, or -1 */
    byte[] toArray(int next) {
        out.room(0).putInt(0, next + 1);
        return out.toArray();
    }

    /**
     * The unit that the sender of an encoded bundle would send next, or -1.
     *
     * @throws CodecException if there is no such number
     */
    static int next(byte[] encoded) {
        int next = open(encoded).getInt(0) - 1;
        if (next < -1) {
            throw new CodecException("unit " + next + " as the next one");
        }
        return next;
    }

    /**
     * Adds a copy.
     *
     * @param references gets the numbers to which the content refers
     */
    void add(CoherenceMessage copy, IntConsumer references) {
        int unit = copy.unit();
        UnitContent content = copies.content(unit);
        ByteBuffer encoded = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        copies.encodePublished(unit, encoded);
        encoded.flip();
        descriptions.clear();
        if (content.hasReferences()) {
            content.forEachReference(0, encoded.duplicate().order(ByteOrder.LITTLE_ENDIAN), (reference, declared) -> {
                describer.add(reference, descriptions);
                references.accept(reference);
            });
        }
        boolean packed = content.elementBytes() == Long.BYTES;
        boolean sample = number % SAMPLED == SAMPLED - 1 || number == 0;
        out.putSigned((long) unit - lastUnit);
        out.putNumber(copy.version() << FLAG_BITS | (packed ? PACKED : 0) | (sample ? SAMPLE : 0));
        out.putNumber(descriptions.size());
        out.put(descriptions);
        out.putNumber(encoded.remaining());
        if (packed) {
            Packing.putSlots(encoded, out.room(Packing.mostBytes(encoded.remaining())));
        } else {
            out.room(encoded.remaining()).put(encoded);
        }
        lastUnit = unit;
        number++;
    }

    /** The bytes behind the number of the next unit. */
    private static ByteBuffer open(byte[] encoded) {
        if (encoded.length < Integer.BYTES) {
            throw new CodecException("copies of " + encoded.length + " bytes");
        }
        return ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN).position(Integer.BYTES);
    }

    /**
     * The copies in an encoded bundle, to be gone through once.
     *
     * @throws CodecException if it is too short for one; a copy that is malformed throws when it is come to
     */
    static Iterable<Received> read(byte[] encoded, int from, SharedObjects objects) {
        ByteBuffer in = open(encoded);
        DescriptionReader reader = new DescriptionReader(objects);
        return () -> new Iterator<>() {
            private int unit;

            @Override
            public boolean hasNext() {
                return in.hasRemaining();
            }

            @Override
            public Received next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                unit += (int) Packing.signed(in);
                if (unit < 0) {
                    throw new CodecException("a copy of unit " + unit);
                }
                long version = Packing.number(in);
                byte[] descriptions = new byte[Packing.lengthOfNext(in)];
                in.get(descriptions);
                ByteBuffer content = content(in, (version & PACKED) != 0);
                return new Received(
                        from,
                        CoherenceMessage.copyWithReply(unit, version >>> FLAG_BITS, (version & SAMPLE) != 0),
                        new CoherenceLayout.Extras(List.of(), List.of(), null, descriptions),
                        List.of(),
                        NO_NEXT,
                        content,
                        reader);
            }
        };
    }

    private static ByteBuffer content(ByteBuffer in, boolean packed) {
        if (!packed) {
            int bytes = Packing.lengthOfNext(in);
            ByteBuffer content = in.slice(in.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
            in.position(in.position() + bytes);
            return content;
        }
        int bytes = Packing.length(in, 2 * in.remaining());
        if (bytes % Long.BYTES != 0) {
            throw new CodecException("slots of " + bytes + " bytes");
        }
        ByteBuffer content = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Packing.slots(in, content);
        return content.flip();
    }
}
