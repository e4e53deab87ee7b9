package jdsm.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;

/**
 * Bytes that another rank has sent: a length in them is compared with what is left before anything of that length is made. Each
 * element takes a byte at least.
 */
final class BoundedInput extends Input {
    BoundedInput(byte[] bytes) {
        super(bytes);
    }

    /** @return the length, if there may be so many elements in the rest */
    int requireLeft(int length) {
        if (length < 0 || length > limit - position) {
            throw new KryoException(length + " elements in " + (limit - position) + " bytes");
        }
        return length;
    }

    /** As {@link #requireLeft} of an array's length, or null, that comes next and is read again. */
    void requireArrayLeft() {
        int begin = position;
        int length = readVarInt(true);
        if (length != 0) {
            requireLeft(length - 1);
        }
        position = begin;
    }

    private void requireTextLeft() {
        if (readVarIntFlag()) { // else it ends by itself
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
