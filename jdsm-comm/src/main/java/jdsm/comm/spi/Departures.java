package jdsm.comm.spi;

import java.util.BitSet;

/** Which peers have said goodbye. */
final class Departures {
    private final BitSet present = new BitSet();
    private boolean abandoned;

    Departures(int rank, int size) {
        present.set(0, size);
        present.clear(rank);
    }

    synchronized void left(int peer) {
        present.clear(peer);
        notifyAll();
    }

    synchronized boolean hasLeft(int peer) {
        return !present.get(peer);
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
