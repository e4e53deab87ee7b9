package jdsm.comm.spi;

/** What transports do with their own threads. */
public final class Threads {
    private Threads() {}

    /** Waits for a thread's end; interrupts are kept for afterwards. */
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
