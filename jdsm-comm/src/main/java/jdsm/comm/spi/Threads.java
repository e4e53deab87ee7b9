package jdsm.comm.spi;

/** Operations on threads that several transports need. */
public final class Threads {
    private Threads() {}

    /**
     * Blocks until a thread has ended. Interruption does not end the wait; the interrupt status is set again
     * afterwards.
     */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
