package jdsm.comm;

/**
 * What is known of a program message without its content.
 *
 * @param from the sending rank
 * @param lengthBytes the payload's length
 */
public record Envelope(int from, int lengthBytes) {}
