package jdsm.comm.inproc;

import java.util.concurrent.locks.LockSupport;
import jdsm.comm.spi.Threads;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * The delivery thread of one rank: it runs queued tasks in order. When idle it spins for a bounded time, if it has a
 * processor for that, and then parks. Thread-safe.
 */
final class DeliveryThread {
    private static final int QUEUE_CHUNK = 256;
    private static final int SPINS = 200;
    private static final Runnable END = () -> {};

    private final MpscUnboundedAtomicArrayQueue<Runnable> queue = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);
    private final Thread thread;
    private final int spins;
    private volatile boolean parked;

    /** @param spins whether each rank has a processor, so that the thread may spin */
    DeliveryThread(int rank, boolean spins) {
        thread = new Thread(this::loop, "jdsm-delivery-" + rank);
        thread.setDaemon(true);
        this.spins = spins ? SPINS : 0;
    }

    void start() {
        thread.start();
    }

    /** Queues a task, which must not throw. Does not block. */
    void execute(Runnable task) {
        queue.offer(task);
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Ends the thread after the tasks queued so far. Does not block. */
    void stop() {
        execute(END);
    }

    /** Blocks until the thread has ended. */
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
        // Set before the queue is read: either a producer sees the flag, or this thread sees the task.
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
