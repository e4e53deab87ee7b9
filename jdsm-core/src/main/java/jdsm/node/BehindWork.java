package jdsm.node;

/**
 * Does work on files while the program goes on, one piece of work after the other, each in a thread of its own.
 * Thread-safe.
 */
final class BehindWork {
    private Thread thread;

    /** Begins a piece of work. Blocks until the one before has ended. */
    synchronized void begin(Runnable work) {
        await();
        thread = new Thread(work, "jdsm-checkpoint-tidy");
        thread.setDaemon(true); // the program's threads are not
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            thread = null; // there can be no further thread
            work.run();
        }
    }

    /** Returns when no work is left. An interrupt does not end this; the thread is interrupted again afterwards. */
    synchronized void await() {
        boolean interrupted = false;
        while (thread != null) {
            try {
                thread.join();
                thread = null;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
