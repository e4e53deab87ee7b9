package jdsm.util;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The tasks of an executor that wait for threads. Callers of methods that are not synchronized have this object's monitor. */
abstract class PoolTasks extends PoolLimits {
    final BlockingQueue<Runnable> queue;

    /** Whether the queue has no capacity, so that tasks are handed to threads. */
    final boolean hands;

    /** Whether the queue is one of the usual ones, and not of the program's class, so that it offers without a wait. */
    final boolean offersAtOnce;

    /** Tasks for threads without one, of an executor whose queue has no capacity. */
    private final ArrayDeque<Runnable> handed = new ArrayDeque<>();

    PoolTasks(
            int core,
            int most,
            long keepAliveNanos,
            BlockingQueue<Runnable> queue,
            ThreadFactory threads,
            RejectedExecutionHandler refusal) {
        super(core, most, keepAliveNanos, threads, refusal);
        Class<?> type = queue.getClass();
        this.queue = queue;
        this.offersAtOnce = type == LinkedBlockingQueue.class || type == ArrayBlockingQueue.class;
        this.hands = queue instanceof java.util.concurrent.SynchronousQueue;
    }

    final BlockingQueue<Runnable> queue() {
        return queue;
    }

    /**
     * Adds a task, if that needs no call of the program.
     *
     * @param free the number of threads without a task
     */
    final boolean addAtOnce(Runnable task, int free) {
        if (!hands) {
            return offersAtOnce && queue.offer(task);
        }
        boolean isFree = handed.size() < free;
        if (isFree) {
            handed.addLast(task);
        }
        return isFree;
    }

    /** Takes a task; null if there is none whose time has come. */
    final Runnable take() {
        Runnable task = handed.pollFirst();
        if (task == null) {
            task = queue.poll();
        }
        if (task != null && queue.peek() instanceof Delayed) {
            notify(); // another thread waits for the next one's time
        }
        return task;
    }

    final ArrayList<Runnable> takeAll() {
        ArrayList<Runnable> all = new ArrayList<>();
        for (Runnable task = handed.pollFirst(); task != null; task = handed.pollFirst()) {
            all.add(task);
        }
        for (Object task : queue.toArray()) {
            if (queue.remove(task)) {
                all.add((Runnable) task);
            }
        }
        return all;
    }

    final boolean isEmpty() {
        return handed.isEmpty() && queue.isEmpty();
    }

    final int waiting() {
        return handed.size() + queue.size();
    }

    /** The time until the first task may be taken, in nanoseconds; the most if there is none. */
    final long nanosToFirst() {
        return queue.peek() instanceof Delayed next ? next.getDelay(TimeUnit.NANOSECONDS) : Long.MAX_VALUE;
    }

    final boolean removeTask(Runnable task) {
        return queue.remove(task) || handed.remove(task);
    }

    final void removeCancelled() {
        queue.removeIf(PoolTasks::isCancelled);
        handed.removeIf(PoolTasks::isCancelled);
    }

    private static boolean isCancelled(Runnable task) {
        return task instanceof Future<?> future && future.isCancelled();
    }
}
