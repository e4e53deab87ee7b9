package jdsm.coherence;

/** A worker's wait for a right to a unit, as a protocol sees it. */
public interface Waiter {
    /** The worker that waits, or is about to. */
    Thread worker();
}
