package jdsm.comm;

/**
 * The sender and the length of a program message.
 *
 * @param from the sending rank
 * @param lengthBytes the payload's length, in bytes
 */
public record Envelope(int from, int lengthBytes) {}
