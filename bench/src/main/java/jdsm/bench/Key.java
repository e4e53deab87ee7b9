package jdsm.bench;

/**
 * One line of figures.
 *
 * @param transport {@code tcp} or {@code inproc}
 * @param size in bytes, or for barriers in ranks
 */
record Key(Subject subject, String transport, int size) {}
