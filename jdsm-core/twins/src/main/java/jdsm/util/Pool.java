package jdsm.util;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The tasks and threads of an executor. Tasks are objects that any rank may add; a thread is of the rank that adds a task
 * while there are fewer than the executor may have, in the whole job. So a task runs on any rank. All state is under this
 * object's monitor, on which threads without a task wait.
 */
final class Pool extends PoolTasks {
    /** What the class of an executor adds. */
    interface Hooks {
        void before(Thread thread, Runnable task);

        void after(Runnable task, Throwable failure);

        /** Called once, when the last thread has ended. */
        void ended();
    }

    private static final long SLICE_NANOS = 1_000_000_000;

    private final Hooks hooks;
    private final ArrayList<PoolWorker> workers = new ArrayList<>();
    /** The number of workers with a task. */
    private int busy;

    private final CountDownLatch end = new CountDownLatch(1);

    private int largest;
    private long completed;

    private boolean isShut;
    private boolean isStopped;
    private boolean isEnding;

    Pool(
            Hooks hooks,
            int core,
            int most,
            long keepAliveNanos,
            BlockingQueue<Runnable> queue,
            ThreadFactory threads,
            RejectedExecutionHandler refusal) {
        super(core, most, keepAliveNanos, queue, threads, refusal);
        this.hooks = hooks;
    }

    // Tasks.

    /** Has a thread run a task: a new one, or one that takes it from the queue. False if neither may be. */
    boolean execute(Runnable task) {
        PoolWorker hired = null;
        boolean isGiven = false;
        synchronized (this) {
            if (isShut) {
                return false;
            } else if (workers.size() < core) {
                hired = hire(task);
            } else if (addAtOnce(task, workers.size() - busy)) {
                isGiven = true;
                hired = callOne();
            }
        }
        if (isGiven) {
            start(hired);
            return true;
        }
        boolean mayWait = !hands && (hired != null || !offersAtOnce); // a queue that is full need not be asked again
        return start(hired) || mayWait && offer(task) || hireMore(task);
    }

    /** Without the monitor: the program's queue may wait for threads that take tasks. */
    private boolean offer(Runnable task) {
        if (!queue.offer(task)) {
            return false;
        }
        PoolWorker hired = null;
        boolean isRefused;
        synchronized (this) {
            isRefused = isShut && queue.remove(task);
            if (!isRefused) {
                hired = callOne();
            }
        }
        start(hired);
        endIfLeft();
        return !isRefused;
    }

    /** Wakes a thread that waits for a task; makes a place for one if there is none, and a task for it. */
    private PoolWorker callOne() {
        if (workers.isEmpty()) {
            return isStopped || isEmpty() ? null : hire(null);
        }
        notify();
        return null;
    }

    private boolean hireMore(Runnable task) {
        PoolWorker hired;
        synchronized (this) {
            hired = !isShut && workers.size() < most ? hire(task) : null;
        }
        return hired != null && start(hired);
    }

    /** Has a thread look for a task, for there may be one in the queue. */
    void look() {
        PoolWorker hired;
        synchronized (this) {
            hired = callOne();
        }
        start(hired);
    }

    /** Puts a task into the queue, and has a thread look at it; false if the pool is shut and the task is no rest of it. */
    boolean enqueue(Runnable task, boolean isRest) {
        PoolWorker hired;
        synchronized (this) {
            if (isStopped || isShut && !isRest) {
                return false;
            }
            queue.add(task);
            hired = workers.size() < core ? hire(null) : callOne();
        }
        start(hired);
        return true;
    }

    boolean remove(Runnable task) {
        boolean removed;
        synchronized (this) {
            removed = removeTask(task);
        }
        endIfLeft();
        return removed;
    }

    void purge() {
        synchronized (this) {
            removeCancelled();
        }
        endIfLeft();
    }

    // Threads.

    private PoolWorker hire(Runnable task) {
        PoolWorker worker = new PoolWorker(this, task, workers.size());
        workers.add(worker);
        busy += task == null ? 0 : 1;
        largest = Math.max(largest, workers.size());
        return worker;
    }

    /**
     * Starts the thread at a new place, without the monitor: the program makes it.
     *
     * @param hired null for none
     * @return false if the program has made no thread; its task does not run
     */
    private boolean start(PoolWorker hired) {
        if (hired == null) {
            return false;
        }
        boolean started = false;
        try {
            Thread thread = threadFactory().newThread(hired);
            if (thread != null) {
                synchronized (this) {
                    hired.runsIn(thread);
                }
                thread.start();
                started = true;
            }
            return started;
        } finally {
            if (!started) {
                giveUp(hired);
            }
        }
    }

    private void giveUp(PoolWorker hired) {
        synchronized (this) {
            hired.takeFirst();
            busy -= hired.end() ? 1 : 0;
            remove(hired);
        }
        endIfLeft();
    }

    private void remove(PoolWorker worker) {
        PoolWorker last = workers.remove(workers.size() - 1);
        if (last != worker) {
            workers.set(worker.place(), last);
            last.place(worker.place());
        }
    }

    /** The first task of the calling thread, or the next one if it has none; null when it is to end. */
    Runnable first(PoolWorker worker) {
        Runnable task;
        synchronized (this) {
            if (!worker.isMine()) {
                return null;
            }
            task = worker.takeFirst();
        }
        return task == null ? next(worker) : task;
    }

    /** Runs a task in the calling thread. */
    void perform(Runnable task) {
        Thread thread = Thread.currentThread();
        Thread.interrupted(); // an earlier interrupt was not meant for this task
        if (isStopped()) {
            thread.interrupt();
        }
        hooks.before(thread, task);
        try {
            task.run();
            hooks.after(task, null);
        } catch (Throwable e) {
            hooks.after(task, e);
            throw e;
        }
    }

    /** Waits for the next task of the calling thread; null when it is to end, and then its place is gone. */
    synchronized Runnable next(PoolWorker worker) {
        boolean isNew = true;
        long limit = 0;
        Deadline keepAlive = null;
        while (true) {
            if (!worker.isMine()) {
                notify(); // what woke this thread was for another one
                return null;
            }
            if (isNew) {
                count(worker);
                isNew = false;
            }
            if (isStopped || isShut && isEmpty() || workers.size() > most) {
                remove(worker);
                return null;
            }
            Runnable task = take();
            if (task != null) {
                worker.begin();
                busy++;
                return task;
            }
            if (!coreMayEnd && workers.size() <= core) {
                keepAlive = null;
            } else if (keepAlive == null || limit != keepAliveNanos) {
                limit = keepAliveNanos;
                keepAlive = new Deadline(limit);
            }
            if (keepAlive != null && keepAlive.leftNanos() <= 0 && (workers.size() > 1 || isEmpty())) {
                remove(worker);
                return null;
            }
            try {
                idle(keepAlive);
            } catch (InterruptedException e) {
                keepAlive = null; // whoever interrupts a thread without a task wants nothing of it
            }
        }
    }

    /** Counts the task that a thread has ended, if there is one. */
    private void count(PoolWorker worker) {
        if (worker.end()) {
            busy--;
            completed++;
        }
    }

    /** Waits for a notification, the time of a delayed task or a limit, and not for long: the program may fill the queue itself. */
    private void idle(Deadline keepAlive) throws InterruptedException {
        long left = keepAlive == null ? SLICE_NANOS : keepAlive.leftNanos();
        long nanos = left <= 0 ? SLICE_NANOS : Math.min(SLICE_NANOS, left); // a last thread stays for delayed tasks
        new Deadline(Math.min(nanos, nanosToFirst())).waits(this);
    }

    /**
     * Called by a thread of a pool at its end.
     *
     * @param failed whether a task has failed, so that the thread still has its place
     */
    void left(PoolWorker worker, boolean failed) {
        PoolWorker next = null;
        if (failed) {
            synchronized (this) {
                if (worker.isMine()) {
                    count(worker);
                    remove(worker);
                    next = isStopped || isShut && isEmpty() ? null : hire(null);
                }
            }
        }
        start(next);
        endIfLeft();
    }

    /** Starts a further thread, if the executor is to have more; returns whether it did. */
    boolean startOne() {
        PoolWorker hired;
        synchronized (this) {
            boolean mayStart = !isStopped && (!isShut || !isEmpty());
            hired = mayStart && workers.size() < core ? hire(null) : null;
        }
        return start(hired);
    }

    // The end.

    void shutDown() {
        synchronized (this) {
            isShut = true;
            notifyAll();
        }
    }

    /** Has threads end; returns the tasks that have not begun. */
    List<Runnable> stop() {
        ArrayList<Runnable> left;
        synchronized (this) {
            isShut = true;
            isStopped = true;
            left = takeAll();
            for (PoolWorker worker : workers) {
                worker.interrupt();
            }
            notifyAll();
        }
        endIfLeft();
        return left;
    }

    /** Ends the pool if it is shut and nothing is left; has the last threads end if no task is left. */
    void endIfLeft() {
        synchronized (this) {
            if (!isShut || isEnding || !isStopped && !isEmpty()) {
                return;
            } else if (!workers.isEmpty()) {
                notifyAll(); // a thread may wait for the time of a task that has been removed
                return;
            }
            isEnding = true;
        }
        try {
            hooks.ended();
        } finally {
            end.countDown();
        }
    }

    boolean awaitEnd(long timeout, TimeUnit unit) throws InterruptedException {
        return hasEnded() || timeout > 0 && end.await(timeout, unit);
    }

    boolean hasEnded() {
        return end.getCount() == 0;
    }

    synchronized boolean isShut() {
        return isShut;
    }

    synchronized boolean isStopped() {
        return isStopped;
    }

    // Limits and counts.

    void core(int size) {
        int wanted;
        synchronized (this) {
            if (size < 0 || size > most) {
                throw new IllegalArgumentException();
            }
            wanted = Math.min(size - core, queue.size());
            core = size;
            notifyAll();
        }
        while (wanted > 0 && startOne()) {
            wanted--;
        }
    }

    synchronized int size() {
        return workers.size();
    }

    synchronized int largest() {
        return largest;
    }

    /** The number of threads that run tasks. */
    synchronized int active() {
        return busy;
    }

    synchronized long completed() {
        return completed;
    }

    synchronized long all() {
        return completed + busy + waiting();
    }

    @Override
    public synchronized String toString() {
        String state = hasEnded() ? "Terminated" : isShut ? "Shutting down" : "Running";
        return "[" + state + ", pool size = " + workers.size() + ", active threads = " + busy + ", queued tasks = "
                + waiting() + ", completed tasks = " + completed + "]";
    }
}
