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
    /** The length of the shortest array of which numbers are kept. */
    private static final int LEAST_KNOWN = 32;

    private final References references;
    private final Object[] array;
    private final int from;
    private final int count;
    /**
     * The objects to which elements referred when they were last encoded or decoded; null before the third encoding. To find a
     * number takes tens of nanoseconds, and of a long array that is encoded again few elements are new. Where numbers change,
     * {@link #forgetReferents} is called.
     */
    private Object[] known;

    private int[] numbers;
    /** The number of encodings. A content that goes to another rank once is encoded twice. */
    private int encodings;

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
        if (known == null && count >= LEAST_KNOWN && ++encodings > 2) {
            known = new Object[count];
            numbers = new int[count];
        }
        if (known == null) {
            for (int i = 0; i < count; i++) {
                target.putInt(numberOf(array[from + i], i));
            }
        } else {
            findNumbers();
            target.asIntBuffer().put(numbers);
            target.position(target.position() + encodedBytes());
        }
    }

    /** Looks up the numbers of those elements that are new. */
    private void findNumbers() {
        for (int i = 0; i < count; i++) {
            Object element = array[from + i]; // once: a worker may store another one
            if (element != known[i]) {
                numbers[i] = numberOf(element, i);
                known[i] = element;
            }
        }
    }

    private int numberOf(Object element, int i) {
        try {
            return element == null ? References.NULL : references.numberOf(element, array, from + i, from + count);
        } catch (CannotTravelException e) {
            throw e.in(array, from + i);
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
                array[at] = objectOf(source.getInt(), at - from);
                at++;
            }
        } catch (ArrayStoreException e) {
            throw new CodecException(
                    "an element does not fit " + array.getClass().getTypeName(), e);
        }
    }

    /** The object with a number, which element {@code i} gets. A value may have another number on the sender's rank. */
    private Object objectOf(int number, int i) {
        if (known != null && number > References.NULL && number == numbers[i]) {
            return known[i];
        }
        Object object = number == References.NULL ? null : references.objectOf(number);
        if (known != null && number >= References.NULL) {
            known[i] = object;
            numbers[i] = number;
        }
        return object;
    }

    @Override
    public void forgetReferents() {
        known = null;
        numbers = null;
        encodings = 0;
    }

    @Override
    public boolean hasReferences() {
        return true;
    }

    @Override
    public boolean forEachElement(Elements found) {
        for (int i = from; i < from + count; i++) {
            found.element(array[i], array, i, from + count);
        }
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
            int mine = numberOf(array[i], i - from);
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
