package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdsm.codec.CannotTravelException;
import jdsm.codec.ContentDiff;
import jdsm.codec.Twin;
import jdsm.codec.UnitContent;
import jdsm.coherence.NotInlined;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;

/** The contents of a rank's units, live and as twins. The service loop uses it. */
@NotInlined
final class Copies {
    private final Directory directory;
    private final SharedObjects objects;
    private final Map<Integer, Twin> twins = new HashMap<>();

    Copies(Directory directory, SharedObjects objects) {
        this.directory = directory;
        this.objects = objects;
    }

    /**
     * A content about to be put into a message.
     *
     * @param descriptions of what it refers to
     */
    record Encoding(int bytes, Consumer<ByteBuffer> encoder, byte[] descriptions) {
        void encode(ByteBuffer target) {
            encoder.accept(target);
        }
    }

    private static final byte[] NOTHING = {};

    private UnitContent content(int unit) {
        SharedEntry entry = directory.entryOfUnit(unit);
        return entry.contents().get(unit - entry.firstUnit());
    }

    /**
     * What was published last, without what was written since: what differs from it is published next, and nobody would hear
     * that a copy has a write which was undone before. Where there is no twin nobody compares, and it is the live content.
     */
    Encoding publishedContent(int unit) {
        UnitContent content = content(unit);
        Twin twin = twins.get(unit);
        try {
            return twin == null
                    ? encoding(content, content.encodedBytes(), content::encode)
                    : encoding(content, twin.encodedBytes(), twin::encode);
        } catch (CannotTravelException e) {
            throw e.within(directory.entryOfUnit(unit).object());
        }
    }

    private Encoding encoding(UnitContent content, int bytes, Consumer<ByteBuffer> encoder) {
        if (!content.hasReferences()) {
            return new Encoding(bytes, encoder, NOTHING);
        }
        ByteBuffer encoded = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        encoder.accept(encoded);
        encoded.flip();
        SharedObjects.Description description = objects.new Description();
        content.forEachReference(
                0, encoded.duplicate().order(ByteOrder.LITTLE_ENDIAN), (number, declared) -> description.add(number));
        return new Encoding(encoded.remaining(), target -> target.put(encoded.duplicate()), description.bytes());
    }

    /** Of what a diff refers to. */
    byte[] descriptions(int unit, ContentDiff diff) {
        UnitContent content = content(unit);
        if (!content.hasReferences()) {
            return NOTHING;
        }
        SharedObjects.Description description = objects.new Description();
        diff.forEachReference(content, (number, declared) -> description.add(number));
        return description.bytes();
    }

    /**
     * What a content, or a diff, that has come for a unit refers to.
     *
     * @param arrived position to limit: the content; not moved
     * @param diff null: it is no diff
     */
    ExpectedTypes expectedTypes(int unit, ByteBuffer arrived, ContentDiff diff) {
        ExpectedTypes expected = new ExpectedTypes();
        if (directory.isLock(unit) || !content(unit).hasReferences()) {
            return expected;
        }
        if (diff != null) {
            diff.forEachReference(content(unit), expected);
        } else {
            content(unit).forEachReference(0, arrived.duplicate().order(ByteOrder.LITTLE_ENDIAN), expected);
        }
        return expected;
    }

    /** Whether a unit's content has elements, of at most so many bytes in all. */
    boolean isShort(int unit, int mostBytes) {
        if (directory.isLock(unit)) {
            return false;
        }
        UnitContent content = content(unit);
        return content.elementBytes() > 0 && content.encodedBytes() <= mostBytes;
    }

    /** How long a unit's content is where it never changes its length. */
    int fixedBytes(int unit) {
        return content(unit).encodedBytes();
    }

    boolean hasReferences(int unit) {
        return content(unit).hasReferences();
    }

    boolean hasTwin(int unit) {
        return twins.containsKey(unit);
    }

    void takeTwin(int unit) {
        if (!directory.isLock(unit)) {
            twins.put(unit, Twin.of(content(unit)));
        }
    }

    void dropTwin(int unit) {
        twins.remove(unit);
    }

    ContentDiff diff(int unit) {
        Twin twin = twins.get(unit);
        return twin == null ? null : twin.diff();
    }

    void install(int unit, ByteBuffer arrived, ContentDiff own) {
        Twin twin = twins.get(unit);
        if (twin != null) {
            twin.merge(arrived, own);
        } else {
            content(unit).decode(arrived);
        }
    }

    void apply(int unit, ContentDiff diff) {
        Twin twin = twins.get(unit);
        if (twin != null) {
            twin.apply(diff);
        } else {
            Twin.applyTo(content(unit), diff);
        }
    }
}
