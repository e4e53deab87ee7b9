package jdsm.bench;

/**
 * One line of figures.
 *
 * @param subject the measured operation
 * @param transport {@code tcp} or {@code inproc}
 * @param size bytes, or for barriers the number of ranks
 */
record Key(Subject subject, String transport, int size) {}
