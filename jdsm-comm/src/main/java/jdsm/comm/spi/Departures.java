package jdsm.comm.spi;

import java.util.BitSet;

/**
 * The ranks that have said goodbye: the peers, and this rank itself behind its last message to itself. Thread-safe: the
 * monitor guards the set.
 */
final class Departures {
    private final int rank;
    private final BitSet present = new BitSet();
    private boolean abandoned;
    /**
     * Set before the first peer is marked as gone, so that {@link #hasLeft} takes no lock while all peers are present.
     */
    private volatile boolean someHaveLeft;

    Departures(int rank, int size) {
        this.rank = rank;
        present.set(0, size);
    }

    synchronized void left(int left) {
        someHaveLeft = true;
        present.clear(left);
        notifyAll();
    }

    /** Whether a peer has left; false for this rank itself. */
    boolean hasLeft(int peer) {
        return someHaveLeft && isGone(peer);
    }

    private synchronized boolean isGone(int peer) {
        return peer != rank && !present.get(peer);
    }

    /** Ends {@link #await}, now and later. */
    synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }

    /** Blocks until all ranks have left or {@link #abandon} is called. */
    synchronized void await() throws InterruptedException {
        while (!present.isEmpty() && !abandoned) {
            wait();
        }
    }
}
