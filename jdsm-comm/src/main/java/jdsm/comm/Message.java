package jdsm.comm;

import java.nio.ByteBuffer;

/**
 * A received program message.
 *
 * @param from the sending rank
 * @param payload its bytes, from position to limit, in a buffer that is the receiver's own
 */
public record Message(int from, ByteBuffer payload) {}
