package jdsm.util;

import java.util.concurrent.ThreadFactory;
import jdsm.Local;

/** Makes the threads of executors that the program gives no factory: as {@link java.util.concurrent.Executors#defaultThreadFactory}. */
final class PoolThreads implements ThreadFactory {
    /** Counts the factories of this rank. */
    @Local
    private static final java.util.concurrent.atomic.AtomicInteger FACTORIES =
            new java.util.concurrent.atomic.AtomicInteger();

    /** The number of this factory on this rank; 0 as long as it has none. */
    @Local
    private int number = FACTORIES.incrementAndGet();

    /** Guarded by this object's monitor. */
    private int threads;

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, nextName());
        thread.setDaemon(false);
        thread.setPriority(Thread.NORM_PRIORITY);
        return thread;
    }

    private synchronized String nextName() {
        if (number == 0) {
            number = FACTORIES.incrementAndGet();
        }
        threads++;
        return "pool-" + number + "-thread-" + threads;
    }
}
