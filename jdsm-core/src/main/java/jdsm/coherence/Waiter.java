package jdsm.coherence;

/** A worker's wait for a unit, seen by a protocol as no more than whose it is. */
public interface Waiter {
    /** The worker that waits, or that will. */
    Thread worker();
}
