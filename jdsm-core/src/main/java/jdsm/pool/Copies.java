package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jdsm.codec.CannotTravelException;
import jdsm.codec.ContentDiff;
import jdsm.codec.Twin;
import jdsm.codec.UnitContent;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Allocations;
import jdsm.runtime.Woven;

/** The contents of a rank's units and their twins. Service loop only. */
final class Copies {
    /** The length in bytes of the shortest content in place of which changes are sent. */
    private static final int LEAST_BYTES = 1024;
    /** The content is at least so many times as long as changes that are sent in its place. */
    private static final int LEAST_GAIN = 4;

    private final Directory directory;
    private final SharedObjects objects;
    /** The unit whose content has just been encoded, or -1. */
    private int preparedUnit = -1;

    /** Its content, from the buffer's begin to its position; room for the next unit. */
    private ByteBuffer prepared = ByteBuffer.allocate(0);

    /** Whether objects are counted whose content goes to another rank. */
    private final boolean counts = Boolean.getBoolean(Woven.PROFILE);

    Copies(Directory directory, SharedObjects objects) {
        this.directory = directory;
        this.objects = objects;
    }

    /**
     * A unit's content, ready to be encoded into a message.
     *
     * @param bytes the length of the encoded content
     * @param descriptions the encoded descriptions of the objects to which the content refers
     */
    record Encoding(int bytes, Consumer<ByteBuffer> encoder, byte[] descriptions) {
        void encode(ByteBuffer target) {
            encoder.accept(target);
        }
    }

    private static final byte[] NOTHING = {};

    UnitContent content(int unit) {
        SharedEntry entry = directory.entryOfUnit(unit);
        return entry.unitContent(unit - entry.firstUnit());
    }

    /**
     * The content as of the last publication: the twin if there is one, else the live content. Later writes are in the
     * next diff; a copy that already had one of them would keep it if the writer undid the write before that diff.
     *
     * @param describer describes what the content refers to
     */
    Encoding publishedContent(int unit, DescriptionWriter describer) {
        UnitContent content = content(unit);
        Twin twin = twin(unit);
        leaves(unit);
        try {
            return twin == null
                    ? encoding(content, content.encodedBytes(), content::encode, describer)
                    : encoding(content, twin.encodedBytes(), twin::encode, describer);
        } catch (CannotTravelException e) {
            throw e.within(directory.entryOfUnit(unit).object());
        }
    }

    private Encoding encoding(
            UnitContent content, int bytes, Consumer<ByteBuffer> encoder, DescriptionWriter describer) {
        if (!content.hasReferences()) {
            return new Encoding(bytes, encoder, NOTHING);
        }
        ByteBuffer encoded = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        encoder.accept(encoded);
        encoded.flip();
        GrowingBytes descriptions = new GrowingBytes();
        content.forEachReference(
                0,
                encoded.duplicate().order(ByteOrder.LITTLE_ENDIAN),
                (number, declared) -> describer.add(number, descriptions));
        return new Encoding(encoded.remaining(), target -> target.put(encoded.duplicate()), descriptions.toArray());
    }

    /**
     * Puts the content as of the last publication into a buffer.
     *
     * @param target has room for {@link #fixedBytes}
     */
    void encodePublished(int unit, ByteBuffer target) {
        leaves(unit);
        Twin twin = twin(unit);
        try {
            if (twin == null) {
                content(unit).encode(target);
            } else {
                twin.encode(target);
            }
        } catch (CannotTravelException e) {
            throw e.within(directory.entryOfUnit(unit).object());
        }
    }

    /** Counts the objects of a unit whose content goes to another rank, where objects are counted. */
    private void leaves(int unit) {
        if (!counts) {
            return;
        }
        SharedEntry first = directory.entryOfUnit(unit).first();
        if (first.objectsInUnit() == 1) {
            leaves(first);
            return;
        }
        for (int i = 0; i < first.objectsInUnit(); i++) {
            SharedEntry entry = directory.entryOfUnit(first.number() + i);
            if (entry != null) {
                leaves(entry);
            }
        }
    }

    private static void leaves(SharedEntry entry) {
        if (entry.object() instanceof Woven woven && woven.$jdsmSite() > 0) {
            Allocations.fetched(woven);
        }
    }

    /**
     * The encoded descriptions of the objects to which a diff refers.
     *
     * @param describer describes what the diff refers to
     */
    byte[] descriptions(int unit, ContentDiff diff, DescriptionWriter describer) {
        UnitContent content = content(unit);
        if (!content.hasReferences()) {
            return NOTHING;
        }
        GrowingBytes descriptions = new GrowingBytes();
        diff.forEachReference(content, (number, declared) -> describer.add(number, descriptions));
        return descriptions.toArray();
    }

    /**
     * The references in a content, or in a diff, that has arrived for a unit.
     *
     * @param arrived the content, from position to limit; the position stays
     * @param diff the diff; null if a content has arrived
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

    /** Whether a unit's content has elements, of at most {@code mostBytes} bytes in all. */
    boolean isShort(int unit, int mostBytes) {
        if (directory.isLock(unit)) {
            return false;
        }
        UnitContent content = content(unit);
        return content.elementBytes() > 0 && content.encodedBytes() <= mostBytes;
    }

    /** The length in bytes of a unit's content, if the content never changes its length. */
    int fixedBytes(int unit) {
        return content(unit).encodedBytes();
    }

    boolean hasReferences(int unit) {
        return content(unit).hasReferences();
    }

    boolean hasTwin(int unit) {
        return twin(unit) != null;
    }

    void takeTwin(int unit) {
        if (unit == preparedUnit) {
            twin(unit, Twin.of(content(unit), Arrays.copyOf(prepared.array(), prepared.position())));
        } else if (!directory.isLock(unit)) {
            twin(unit, Twin.of(content(unit)));
        }
    }

    /**
     * Encodes a unit's content, to see whether it can. Until {@link #unprepare}, which has to follow before another
     * event, a twin of the unit is made of the result: what workers have written since then is in the next diff. A copy
     * without a twin is not made of it, for such writes might be in no diff.
     *
     * @return false if a referenced object cannot have a number; a request for the content would fail the job
     */
    boolean prepare(int unit) {
        UnitContent content = content(unit);
        int bytes = content.encodedBytes();
        if (prepared.capacity() < bytes) {
            prepared = ByteBuffer.allocate(2 * bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        boolean can = objects.canNumber(content, prepared.clear());
        preparedUnit = can ? unit : -1;
        return can;
    }

    void unprepare() {
        preparedUnit = -1;
    }

    private Twin twin(int unit) {
        SharedEntry entry = directory.isLock(unit) ? null : directory.entryOfUnit(unit);
        return entry == null ? null : entry.twin(unit - entry.firstUnit());
    }

    private void twin(int unit, Twin twin) {
        SharedEntry entry = directory.entryOfUnit(unit);
        entry.twin(unit - entry.firstUnit(), twin);
    }

    void dropTwin(int unit) {
        if (hasTwin(unit)) {
            twin(unit, null);
        }
    }

    ContentDiff diff(int unit) {
        Twin twin = twin(unit);
        return twin == null ? null : twin.diff();
    }

    /** See {@link jdsm.coherence.Outbox#mostChanges}. */
    int mostChanges(int unit) {
        UnitContent content = content(unit);
        boolean isLong = content.elementBytes() > 0 && content.encodedBytes() >= LEAST_BYTES;
        return isLong ? content.encodedBytes() / LEAST_GAIN : 0;
    }

    /** See {@link jdsm.coherence.Outbox#changes}. */
    ContentDiff changes(int unit, List<ContentDiff> diffs) {
        UnitContent content = content(unit);
        return ContentDiff.inOrder(diffs, content.encodedBytes(), content.elementBytes());
    }

    void install(int unit, ContentDiff changes, ContentDiff own) {
        Twin twin = twin(unit);
        if (twin != null) {
            twin.merge(changes, own);
        } else {
            Twin.applyTo(content(unit), changes);
        }
    }

    void install(int unit, ByteBuffer arrived, ContentDiff own) {
        Twin twin = twin(unit);
        if (twin != null) {
            twin.merge(arrived, own);
        } else {
            content(unit).decode(arrived);
        }
    }

    void apply(int unit, ContentDiff diff) {
        Twin twin = twin(unit);
        if (twin != null) {
            twin.apply(diff);
        } else {
            Twin.applyTo(content(unit), diff);
        }
    }
}
