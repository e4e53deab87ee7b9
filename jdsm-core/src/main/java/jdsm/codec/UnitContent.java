package jdsm.codec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;

/**
 * Encodes and decodes the content of one unit. Buffers are little-endian. Not thread-safe: one thread at a time may
 * encode or decode, and no other thread may write the unit meanwhile.
 */
public interface UnitContent {
    /**
     * The content of a range of a primitive array.
     *
     * @param from the index of the first element
     * @param limitBytes the maximal length of a unit, in bytes
     * @throws CodecException if the elements take more than {@code limitBytes}
     */
    static UnitContent ofElements(Object array, int from, int count, int limitBytes) {
        return new ElementsContent(array, from, count, limitBytes);
    }

    /**
     * The content of a range of an array of references.
     *
     * @param references numbers the objects and values that elements refer to
     * @param from the index of the first element
     */
    static UnitContent ofReferences(References references, Object[] array, int from, int count) {
        return new ReferenceSlots(references, array, from, count);
    }

    /**
     * The content of fields of an object, in order.
     *
     * @param references numbers the objects and values that fields refer to
     */
    static UnitContent ofFields(References references, Object target, UnitFields fields) {
        return new FieldSlots(references, target, fields);
    }

    /**
     * The content of several arrays of one class.
     *
     * @param parts contents with elements, of the same length and width
     */
    static UnitContent ofParts(List<UnitContent> parts) {
        return JoinedContents.of(parts);
    }

    /** The content of fields of several objects of one class, see {@link #ofFields}. */
    static UnitContent ofObjects(References references, Object[] targets, UnitFields fields) {
        return new JoinedFields(references, fields, targets);
    }

    /** The content of one of the objects of {@link #ofParts} and {@link #ofObjects}, from 0. */
    default UnitContent part(int index) {
        throw new UnsupportedOperationException("a content of one object");
    }

    /** The number of bytes that the next {@link #encode} puts; called just before it. */
    int encodedBytes();

    /** Puts the content into {@code target}: {@link #encodedBytes} bytes. */
    void encode(ByteBuffer target);

    /**
     * Decodes the whole content into the local copy, which stays the same object.
     *
     * @throws CodecException if the bytes are not a content of this unit; the copy may then be partly changed
     */
    void decode(ByteBuffer source);

    /**
     * The width of an element in bytes, if {@link #decode(int, ByteBuffer)} can store single elements and
     * {@link #encodedBytes} never changes; 0 for a content that can only be replaced as a whole.
     */
    default int elementBytes() {
        return 0;
    }

    /**
     * Decodes elements from {@code offset} bytes on, and changes no others.
     *
     * @param source whole elements, from position to limit
     */
    default void decode(int offset, ByteBuffer source) {
        throw new UnsupportedOperationException("a content without elements");
    }

    /**
     * Whether encoding and decoding call methods of the object, as of a collection that the program has registered: such
     * an object has no handle, for its own code would check, on a thread that must not wait.
     */
    default boolean callsObject() {
        return false;
    }

    /** Whether the content may contain references. */
    default boolean hasReferences() {
        return false;
    }

    /**
     * Calls {@code receiver} with each reference in encoded elements.
     *
     * @param offset the offset of the elements in the content, in bytes
     * @param source whole elements, from position to limit
     * @throws CodecException if the bytes are not elements of this unit
     */
    default void forEachReference(int offset, ByteBuffer source, ReferenceReceiver receiver) {}

    /**
     * Replaces another rank's numbers in encoded elements by this rank's own, so that the bytes compare with the result
     * of {@link #encode}.
     *
     * @param offset the offset of the elements in the content, in bytes
     * @param encoded whole elements, from position to limit
     */
    default void renumber(int offset, ByteBuffer encoded) {}

    /** Calls {@code found} with each object and value to which the local content refers, see {@link References#behind}. */
    default void forEachReferent(Consumer<Object> found) {}

    /** Takes the elements of arrays of references. */
    interface Elements {
        /**
         * Takes an element.
         *
         * @param element the element at {@code index}, or null
         * @param end the end of the array's elements in the unit
         */
        void element(Object element, Object[] array, int index, int end);
    }

    /**
     * Calls {@code found} with each local element, if the content is that of arrays of references.
     *
     * @return whether it is
     */
    default boolean forEachElement(Elements found) {
        return false;
    }

    /** Drops what the content has kept of objects to which it referred earlier. */
    default void forgetReferents() {}

    /** Removes all references from the local copy, which is not valid, so that it keeps no object reachable. */
    default void clearReferents() {}

    /**
     * Copies the local content for {@link #restore}.
     *
     * @param copy takes each field or element; an array of a primitive type puts one array of all its elements
     */
    default void copy(FieldSink copy) {
        throw new UnsupportedOperationException("a content that cannot be copied");
    }

    /**
     * Replaces the local content by a copy of a content of the same class and length.
     *
     * @param copy gives what {@link #copy} has put, in the same order
     */
    default void restore(FieldSource copy) {
        throw new UnsupportedOperationException("a content that cannot be copied");
    }

    /**
     * The first difference between the local content and an encoded one.
     *
     * @param other another rank's encoded content, from position to limit
     */
    Optional<Difference> firstDifference(ByteBuffer other);

    /**
     * A difference between two contents.
     *
     * @param where the place, for instance {@code [17]} or {@code .next}
     * @param here the local value there, as text
     * @param there the other value, as text
     */
    record Difference(String where, String here, String there) {
        /** Whether a reference to an object or value is there on this rank. */
        public boolean isReferenceTo(int number) {
            return here.equals(ReferenceSlots.shown(number));
        }
    }
}
