package jdsm.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import jdsm.codec.References;
import jdsm.codec.UnitContent;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;

/**
 * The first reference to a value that all ranks should have from the beginning.
 *
 * @param where the field or element in words, such as {@code .name}
 */
record ValuePlace(SharedEntry entry, String where) {
    /**
     * Finds the place; empty if only another value refers to this one.
     *
     * @param value the place of the value among those of this rank, from 0
     */
    static Optional<ValuePlace> find(Directory directory, int value) {
        int number = -(value + 1);
        for (SharedEntry entry : directory.entries()) {
            for (int i = 0; i < entry.contentCount(); i++) {
                UnitContent content = entry.content(i);
                Optional<ValuePlace> place = content.hasReferences() ? find(entry, content, number) : Optional.empty();
                if (place.isPresent()) {
                    return place;
                }
            }
        }
        return Optional.empty();
    }

    /** Compares the content with one that lacks the reference: a number of the program may look like that of the value. */
    private static Optional<ValuePlace> find(SharedEntry entry, UnitContent content, int number) {
        ByteBuffer encoded = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(encoded);
        encoded.flip();
        for (int at = 0; at + Integer.BYTES <= encoded.limit(); at += Integer.BYTES) {
            if (encoded.getInt(at) == number) {
                encoded.putInt(at, References.NULL);
                Optional<UnitContent.Difference> lacking =
                        content.firstDifference(encoded.duplicate().order(ByteOrder.LITTLE_ENDIAN));
                encoded.putInt(at, number);
                if (lacking.isPresent() && lacking.get().isReferenceTo(number)) {
                    return Optional.of(new ValuePlace(entry, lacking.get().where()));
                }
            }
        }
        return Optional.empty();
    }
}
