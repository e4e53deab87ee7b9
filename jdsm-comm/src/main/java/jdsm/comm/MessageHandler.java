package jdsm.comm;

import java.nio.ByteBuffer;

/** Takes the runtime messages of one kind. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Called on the delivery thread, one message at a time, in the order in which each peer sent them. Must not block. An
     * exception ends the job: it is reported as a failure of this Comm.
     *
     * @param from the sending rank
     * @param payload the message, position 0 to limit, little-endian, valid only during the call
     */
    void onMessage(int from, ByteBuffer payload);
}
