package jdsm.runtime;

/** A gate that threads pass while it is open. Thread-safe. */
final class Gate {
    private volatile boolean closed;

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    synchronized void open() {
        closed = false;
        notifyAll();
    }

    /** Blocks while the gate is closed, also if the thread is interrupted, which it then remains. */
    synchronized void awaitOpen() {
        boolean interrupted = false;
        while (closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
