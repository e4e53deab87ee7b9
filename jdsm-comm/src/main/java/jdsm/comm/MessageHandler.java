package jdsm.comm;

import java.nio.ByteBuffer;

/** Takes the runtime messages of one kind. */
@FunctionalInterface
public interface MessageHandler {
    /**
     * Takes one message, on the delivery thread. Handlers run one at a time, in the order in which each peer sent its
     * messages. A handler must not block, and must not take a lock that a program thread holds while it sends. An
     * exception is a failure of the Comm and ends the job.
     *
     * @param from the sending rank
     * @param payload the message, position 0 to limit, little-endian, valid only during the call
     */
    void onMessage(int from, ByteBuffer payload);
}
