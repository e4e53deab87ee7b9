package jdsm.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;

/**
 * Kryo input for bytes from another rank that bounds each length by the remaining bytes before an object of that length
 * is allocated. The bound relies on one byte at least for each element.
 */
final class BoundedInput extends Input {
    BoundedInput(byte[] bytes) {
        super(bytes);
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
            requireLeft(length - 1);
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
