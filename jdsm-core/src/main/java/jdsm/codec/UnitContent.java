package jdsm.codec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The content of one unit as bytes. Buffers are little-endian. Not thread-safe: one thread at a time encodes and
 * decodes, and sees to it that nobody writes the unit meanwhile.
 */
public interface UnitContent {
    /**
     * Elements of an array of a primitive type.
     *
     * @param from the first element's index
     * @param limitBytes the most bytes that a unit may have
     */
    static UnitContent ofElements(Object array, int from, int count, int limitBytes) {
        return new ElementsContent(array, from, count, limitBytes);
    }

    /**
     * Elements of an array of references to shared objects and values.
     *
     * @param from the first element's index
     */
    static UnitContent ofReferences(References references, Object[] array, int from, int count) {
        return new ReferenceSlots(references, array, from, count);
    }

    /** Fields of an object, in order; those that refer to shared objects and values by {@code references}. */
    static UnitContent ofFields(References references, Object target, List<FieldSlot> slots) {
        return new FieldSlots(references, target, slots);
    }

    /** How many bytes {@link #encode} will put; to be called just before it. */
    int encodedBytes();

    /** Puts the content, {@link #encodedBytes} bytes. */
    void encode(ByteBuffer target);

    /**
     * Replaces the content of the local copy, which stays the same object.
     *
     * @throws CodecException if the bytes are not such a content; the copy may be changed in part then
     */
    void decode(ByteBuffer source);

    /**
     * How many bytes an element takes, where elements can be stored one by one with {@link #decode(int, ByteBuffer)},
     * and {@link #encodedBytes} never changes; or 0 for a content that can only be replaced as a whole.
     */
    default int elementBytes() {
        return 0;
    }

    /**
     * Replaces the elements from {@code offset} bytes on by the source's, and touches no other.
     *
     * @param source position to limit: whole elements
     */
    default void decode(int offset, ByteBuffer source) {
        throw new UnsupportedOperationException("a content without elements");
    }

    /** Whether {@link #forEachReference} may tell of any. */
    default boolean hasReferences() {
        return false;
    }

    /**
     * Tells of the references in encoded elements, which {@link References} numbers.
     *
     * @param source position to limit: whole elements, those from {@code offset} bytes on
     * @throws CodecException if they are not such elements
     */
    default void forEachReference(int offset, ByteBuffer source, ReferenceReceiver receiver) {}

    /**
     * Puts this rank's own numbers in place of another's in encoded elements, so that they compare with what
     * {@link #encode} makes.
     *
     * @param encoded position to limit: whole elements, those from {@code offset} bytes on
     */
    default void renumber(int offset, ByteBuffer encoded) {}

    /**
     * Says where the local content first differs from an encoded one.
     *
     * @param other another rank's encoded content, position to limit
     */
    Optional<Difference> firstDifference(ByteBuffer other);

    /**
     * A place where two contents differ.
     *
     * @param where for instance {@code [17]} or {@code .next}
     * @param here the local value there, as text
     * @param there the other one
     */
    record Difference(String where, String here, String there) {}
}
