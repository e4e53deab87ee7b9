package jdsm.codec;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;

/** The content of a unit of a primitive array: elements {@code from .. from + count - 1}. */
final class ElementsContent implements UnitContent {
    private final ElementKind kind;
    private final Object array;
    private final int from;
    private final int count;

    /**
     * Makes the content.
     *
     * @throws CodecException if the elements take more than {@code limitBytes} bytes
     */
    ElementsContent(Object array, int from, int count, int limitBytes) {
        this.kind = ElementKind.of(array.getClass());
        this.array = array;
        this.from = from;
        this.count = count;
        if ((long) count * kind.widthBytes() > limitBytes) {
            throw new CodecException("a unit of " + count + " elements of "
                    + array.getClass().getTypeName() + " takes more than " + limitBytes
                    + " bytes: register the array with a smaller block length");
        }
    }

    @Override
    public int encodedBytes() {
        return count * kind.widthBytes();
    }

    @Override
    public void encode(ByteBuffer target) {
        kind.put(target, array, from, count);
    }

    @Override
    public void decode(ByteBuffer source) {
        if (source.remaining() != encodedBytes()) {
            throw new CodecException("content of " + source.remaining() + " bytes for " + count + " elements of "
                    + array.getClass().getTypeName());
        }
        kind.get(source, array, from, count);
    }

    @Override
    public int elementBytes() {
        return kind.widthBytes();
    }

    @Override
    public void decode(int offset, ByteBuffer source) {
        int shift = kind.widthShift();
        int elements = source.remaining() >> shift;
        int first = offset >> shift;
        if (first << shift != offset || elements << shift != source.remaining() || first + elements > count) {
            throw new CodecException("elements of " + array.getClass().getTypeName() + ": " + source.remaining()
                    + " bytes at " + offset + " of " + encodedBytes());
        }
        kind.get(source, array, from + first, elements);
    }

    @Override
    public void copy(FieldSink copy) {
        Object elements = kind.newArray(count);
        System.arraycopy(array, from, elements, 0, count);
        copy.put(elements);
    }

    @Override
    public void restore(FieldSource copy) {
        if (copy.next()) {
            System.arraycopy(copy.referent(), 0, array, from, count);
        }
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        ByteBuffer mine = ByteBuffer.allocate(encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        encode(mine);
        mine.flip();
        int at = mine.mismatch(other);
        if (at < 0) {
            return Optional.empty();
        }
        int element = at / kind.widthBytes();
        Object theirs = kind.newArray(count);
        kind.get(other.duplicate().order(ByteOrder.LITTLE_ENDIAN), theirs, 0, count);
        return Optional.of(new Difference(
                "[" + (from + element) + "]",
                String.valueOf(Array.get(array, from + element)),
                String.valueOf(Array.get(theirs, element))));
    }
}
