package jdsm.comm.shm;

import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/** The queued tasks of a rank. Any thread adds some; one thread at a time runs them. */
final class Tasks {
    private static final int QUEUE_CHUNK = 256;
    /** The most tasks between two looks at the rings. */
    private static final int MOST_TASKS = 256;

    private final MpscUnboundedAtomicArrayQueue<Runnable> queue = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);

    void offer(Runnable task) {
        queue.offer(task);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Runs queued tasks, but not more than a bounded number. Returns whether there were any. */
    boolean runSome() {
        for (int i = 0; i < MOST_TASKS; i++) {
            Runnable task = queue.poll();
            if (task == null) {
                return i > 0;
            }
            task.run();
        }
        return true;
    }
}
