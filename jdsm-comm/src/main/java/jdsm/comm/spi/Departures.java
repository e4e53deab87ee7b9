package jdsm.comm.spi;

import java.util.BitSet;

/** Which peers have said goodbye. */
final class Departures {
    private final int rank;
    private final BitSet present = new BitSet();
    private boolean abandoned;
    /** Up before the first peer is marked as gone: {@link #hasLeft} is asked at each access of remote memory. */
    private volatile boolean someHaveLeft;

    Departures(int rank, int size) {
        this.rank = rank;
        present.set(0, size);
        present.clear(rank);
    }

    synchronized void left(int peer) {
        someHaveLeft = true;
        present.clear(peer);
        notifyAll();
    }

    /** Whether a peer has left; this rank itself has not. */
    boolean hasLeft(int peer) {
        return someHaveLeft && isGone(peer);
    }

    private synchronized boolean isGone(int peer) {
        return peer != rank && !present.get(peer);
    }

    /** Nobody need wait any more. */
    synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }

    /** Blocks until all have left, or until it makes no sense to wait. */
    synchronized void await() throws InterruptedException {
        while (!present.isEmpty() && !abandoned) {
            wait();
        }
    }
}
