package jdsm.comm.inproc;

import java.util.concurrent.locks.LockSupport;
import jdsm.comm.spi.Threads;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * A rank's delivery thread: runs what others have queued, in order. When idle it spins for a bounded while, where there is
 * a processor for it, and then parks.
 */
final class DeliveryThread {
    private static final int QUEUE_CHUNK = 256;
    private static final int SPINS = 200;
    private static final Runnable END = () -> {};

    private final MpscUnboundedAtomicArrayQueue<Runnable> queue = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);
    private final Thread thread;
    private final int spins;
    private volatile boolean parked;

    /** @param spins whether there is a processor to spin on */
    DeliveryThread(int rank, boolean spins) {
        thread = new Thread(this::loop, "jdsm-delivery-" + rank);
        thread.setDaemon(true);
        this.spins = spins ? SPINS : 0;
    }

    void start() {
        thread.start();
    }

    /** Queues a task; it must not throw. */
    void execute(Runnable task) {
        queue.offer(task);
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Ends the thread once what is queued has run. */
    void stop() {
        execute(END);
    }

    /** Waits for the thread's end. */
    void join() {
        Threads.join(thread);
    }

    private void loop() {
        for (Runnable task = next(); task != END; task = next()) {
            task.run();
        }
    }

    private Runnable next() {
        for (int i = 0; i <= spins; i++) {
            Runnable task = queue.poll();
            if (task != null) {
                return task;
            }
            Thread.onSpinWait();
        }
        // The flag is up before the queue is looked at: a producer sees it, or its task is seen here.
        parked = true;
        Runnable task = queue.poll();
        while (task == null) {
            LockSupport.park(this);
            task = queue.poll();
        }
        parked = false;
        return task;
    }
}
