package jdsm.comm.spi;

import java.nio.ByteBuffer;

/** An arrived message in an array of its own. */
public final class HeapMessage extends ArrivedMessage {
    private final byte[] bytes;

    /** @param bytes belongs to the message from here on */
    public HeapMessage(int from, byte[] bytes) {
        super(from, bytes.length);
        this.bytes = bytes;
    }

    /** A message that holds a copy of the bytes between position and limit, which stay as they are. */
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
        // The collector frees it.
    }
}
