package jdsm.comm;

import java.nio.ByteBuffer;

/** Takes the runtime messages of one kind. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Called on the delivery thread, or by a thread of the program that does its work for a while; one message at a time, in
     * the order in which each peer sent them. Must not block, nor want a lock that the program holds while it sends. An
     * exception ends the job: it is reported as a failure of this Comm.
     *
     * @param from the sending rank
     * @param payload the message, position 0 to limit, little-endian, valid only during the call
     */
    void onMessage(int from, ByteBuffer payload);
}
