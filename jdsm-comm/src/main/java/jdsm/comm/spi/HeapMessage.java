package jdsm.comm.spi;

import java.nio.ByteBuffer;

/** An arrived program message in a heap array of its own. */
public final class HeapMessage extends ArrivedMessage {
    private final byte[] bytes;

    /** @param bytes the payload; the message owns the array from here on */
    public HeapMessage(int from, byte[] bytes) {
        super(from, bytes.length);
        this.bytes = bytes;
    }

    /** Returns a message with a copy of the payload's bytes from position to limit; both stay unchanged. */
    public static HeapMessage copyOf(int from, ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return new HeapMessage(from, bytes);
    }

    @Override
    protected void copyTo(ByteBuffer target) {
        target.put(bytes);
    }

    @Override
    protected void release() {
        // The garbage collector frees the array.
    }
}
