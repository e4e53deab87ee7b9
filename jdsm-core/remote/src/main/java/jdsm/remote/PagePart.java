package jdsm.remote;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * A part of a {@link PageLoop}: the elements from {@link #from} on of each operand, in a buffer whose index 0 is that
 * element. Operands are numbered from 0. The buffers must not be used after the body has returned.
 */
public final class PagePart {
    private final long from;
    private final int length;
    private final Buffer[] buffers;
    private Frame frame;

    PagePart(long from, int length, int operands) {
        this.from = from;
        this.length = length;
        buffers = new Buffer[operands];
    }

    void set(int operand, Buffer buffer) {
        buffers[operand] = buffer;
    }

    /** Takes note of the frame that was pinned last. */
    void pinned(Frame last) {
        frame = last;
    }

    Frame frame() {
        return frame;
    }

    /** Returns the index in the arrays of the part's first element. */
    public long from() {
        return from;
    }

    /** Returns the number of elements. */
    public int length() {
        return length;
    }

    /** @throws ClassCastException if the operand's elements are no doubles; so for the other methods */
    public DoubleBuffer doubles(int operand) {
        return (DoubleBuffer) buffers[operand];
    }

    public LongBuffer longs(int operand) {
        return (LongBuffer) buffers[operand];
    }

    public IntBuffer ints(int operand) {
        return (IntBuffer) buffers[operand];
    }

    public FloatBuffer floats(int operand) {
        return (FloatBuffer) buffers[operand];
    }

    public ByteBuffer bytes(int operand) {
        return (ByteBuffer) buffers[operand];
    }

    public ShortBuffer shorts(int operand) {
        return (ShortBuffer) buffers[operand];
    }

    public CharBuffer chars(int operand) {
        return (CharBuffer) buffers[operand];
    }
}
