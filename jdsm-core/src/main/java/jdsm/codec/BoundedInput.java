package jdsm.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;

/**
 * Kryo input for bytes from another rank that bounds each length by the remaining bytes before an object of that length
 * is allocated. The bound relies on one byte at least for each element.
 */
final class BoundedInput extends Input {
    /** Repeated nulls take less than a byte each: the most elements without a byte of their own, in one collection. */
    private static final int NULLS = 1 << 16;

    /** The same in all collections of the input: nested ones must not multiply each other's room. */
    private static final int ALL_NULLS = 1 << 20;

    /** The elements that collections and arrays of objects may still have. */
    private long elementsLeft;

    BoundedInput(byte[] bytes) {
        super(bytes);
        elementsLeft = (long) bytes.length + ALL_NULLS;
    }

    /**
     * Checks the number of elements of a collection, map or array of objects, for which room is allocated before they are read.
     *
     * @throws KryoException if the rest of the input cannot have so many, or has them already in what surrounds them
     */
    void requireElements(int elements) {
        if (elements < 0 || elements > Math.max(NULLS, limit - position) || elements > elementsLeft) {
            throw new KryoException(elements + " elements in " + (limit - position) + " bytes");
        }
        elementsLeft -= elements;
    }

    /**
     * Checks a length.
     *
     * @return the length
     * @throws KryoException if the rest cannot have so many elements
     */
    int requireLeft(int length) {
        if (length < 0 || length > limit - position) {
            throw new KryoException(length + " elements in " + (limit - position) + " bytes");
        }
        return length;
    }

    /** Checks the array length, or the mark of null, at the current position, and leaves the position unchanged. */
    void requireArrayLeft() {
        int begin = position;
        int length = readVarInt(true);
        if (length != 0) {
            requireElements(requireLeft(length - 1));
        }
        position = begin;
    }

    private void requireTextLeft() {
        if (readVarIntFlag()) { // otherwise the text is ASCII, and its last byte is marked
            int begin = position;
            int length = readVarIntFlag(true);
            if (length != 0) {
                requireLeft(length - 1);
            }
            position = begin;
        }
    }

    @Override
    public String readString() {
        requireTextLeft();
        return super.readString();
    }

    @Override
    public StringBuilder readStringBuilder() {
        requireTextLeft();
        return super.readStringBuilder();
    }

    @Override
    public byte[] readBytes(int length) {
        return super.readBytes(requireLeft(length));
    }

    @Override
    public int[] readInts(int length) {
        return super.readInts(requireLeft(length));
    }

    @Override
    public long[] readLongs(int length) {
        return super.readLongs(requireLeft(length));
    }

    @Override
    public float[] readFloats(int length) {
        return super.readFloats(requireLeft(length));
    }

    @Override
    public double[] readDoubles(int length) {
        return super.readDoubles(requireLeft(length));
    }

    @Override
    public short[] readShorts(int length) {
        return super.readShorts(requireLeft(length));
    }

    @Override
    public char[] readChars(int length) {
        return super.readChars(requireLeft(length));
    }

    @Override
    public boolean[] readBooleans(int length) {
        return super.readBooleans(requireLeft(length));
    }

    @Override
    public int[] readInts(int length, boolean optimizePositive) {
        return super.readInts(requireLeft(length), optimizePositive);
    }

    @Override
    public long[] readLongs(int length, boolean optimizePositive) {
        return super.readLongs(requireLeft(length), optimizePositive);
    }
}
