package jdsm.comm;

import java.nio.ByteBuffer;

/**
 * A received program message.
 *
 * @param from the sending rank
 * @param payload the message's bytes, from position to limit, in a buffer that belongs to the receiver
 */
public record Message(int from, ByteBuffer payload) {}
