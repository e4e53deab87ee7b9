package jdsm.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;

/**
 * The content of a unit of an array of references: a number for each of the elements {@code from .. from + count - 1}.
 */
final class ReferenceSlots implements UnitContent {
    private final References references;
    private final Object[] array;
    private final int from;
    private final int count;

    ReferenceSlots(References references, Object[] array, int from, int count) {
        this.references = references;
        this.array = array;
        this.from = from;
        this.count = count;
    }

    @Override
    public int encodedBytes() {
        return count * Integer.BYTES;
    }

    @Override
    public void encode(ByteBuffer target) {
        for (int i = from; i < from + count; i++) {
            target.putInt(numberAt(i));
        }
    }

    private int numberAt(int index) {
        Object element = array[index];
        try {
            return element == null ? References.NULL : references.numberOf(element);
        } catch (CannotTravelException e) {
            throw e.in(array, index);
        }
    }

    @Override
    public void decode(ByteBuffer source) {
        if (source.remaining() != encodedBytes()) {
            throw new CodecException("content of " + source.remaining() + " bytes for " + count + " elements of "
                    + array.getClass().getTypeName());
        }
        decode(0, source);
    }

    @Override
    public int elementBytes() {
        return Integer.BYTES;
    }

    @Override
    public void decode(int offset, ByteBuffer source) {
        int at = first(offset, source);
        try {
            while (source.hasRemaining()) {
                int number = source.getInt();
                array[at++] = number == References.NULL ? null : references.objectOf(number);
            }
        } catch (ArrayStoreException e) {
            throw new CodecException(
                    "an element does not fit " + array.getClass().getTypeName(), e);
        }
    }

    @Override
    public boolean hasReferences() {
        return true;
    }

    @Override
    public void forEachReferent(Consumer<Object> found) {
        for (int i = from; i < from + count; i++) {
            Object behind = References.behind(array[i]);
            if (behind != null) {
                found.accept(behind);
            }
        }
    }

    @Override
    public void clearReferents() {
        Arrays.fill(array, from, from + count, null);
    }

    @Override
    public void copy(FieldSink copy) {
        for (int i = from; i < from + count; i++) {
            copy.put(array[i]);
        }
    }

    @Override
    public void restore(FieldSource copy) {
        for (int i = from; i < from + count && copy.next(); i++) {
            array[i] = copy.referent();
        }
    }

    @Override
    public void forEachReference(int offset, ByteBuffer source, ReferenceReceiver receiver) {
        first(offset, source);
        Class<?> declared = array.getClass().getComponentType();
        while (source.hasRemaining()) {
            receiver.reference(source.getInt(), declared);
        }
    }

    @Override
    public void renumber(int offset, ByteBuffer encoded) {
        first(offset, encoded);
        for (int at = encoded.position(); at < encoded.limit(); at += Integer.BYTES) {
            encoded.putInt(at, references.ownNumber(encoded.getInt(at)));
        }
    }

    /** The index of the element at an offset in bytes. */
    private int first(int offset, ByteBuffer source) {
        if (offset % Integer.BYTES != 0
                || source.remaining() % Integer.BYTES != 0
                || offset / Integer.BYTES + source.remaining() / Integer.BYTES > count) {
            throw new CodecException("elements of " + array.getClass().getTypeName() + ": " + source.remaining()
                    + " bytes at " + offset + " of " + encodedBytes());
        }
        return from + offset / Integer.BYTES;
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        for (int i = from; i < from + count; i++) {
            int theirs = other.getInt();
            int mine = numberAt(i);
            if (mine != theirs) {
                return Optional.of(new Difference("[" + i + "]", shown(mine), shown(theirs)));
            }
        }
        return Optional.empty();
    }

    static String shown(int number) {
        return number == References.NULL ? "null" : "object " + number;
    }
}
