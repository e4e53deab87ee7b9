package jdsm.util;

import jdsm.JobEndedException;
import jdsm.Local;
import jdsm.runtime.ObjectCalls;

/**
 * A place in a pool, and the thread that runs tasks there. A pool that several ranks have made before it became one has
 * a thread of each of them at a place; the first one that looks for a task keeps it.
 */
final class PoolWorker implements Runnable, Interrupts.Target {
    private final Pool pool;
    /** The first task; null if there is none, and after it has begun. */
    private Runnable first;

    // Guarded by the pool's monitor.

    /** What stands for the thread at this place; null as long as only one rank has the pool. */
    private Object owner;

    private boolean isBusy;
    /** By which other ranks have the thread interrupted; null while it has no task. */
    private Interrupts interrupts;

    private int place;

    /** Null on other ranks than the thread's, and before the thread has been made. */
    @Local
    private Thread thread;

    PoolWorker(Pool pool, Runnable first, int place) {
        this.pool = pool;
        this.place = place;
        this.first = first;
        this.isBusy = first != null;
    }

    /** Whether the calling thread is the one at this place. */
    boolean isMine() {
        if (owner == null && ObjectCalls.isShared(pool)) {
            owner = Exclusive.me();
        }
        return owner == null || owner == Exclusive.me();
    }

    int place() {
        return place;
    }

    void place(int number) {
        place = number;
    }

    void begin() {
        isBusy = true;
        interrupts = Interrupts.mine();
    }

    /** Ends the task; returns whether there is one. */
    boolean end() {
        boolean wasBusy = isBusy;
        isBusy = false;
        interrupts = null;
        return wasBusy;
    }

    /** The first task, if it has not begun. */
    Runnable takeFirst() {
        Runnable task = first;
        first = null;
        interrupts = task == null ? null : Interrupts.mine();
        return task;
    }

    void runsIn(Thread made) {
        thread = made;
    }

    /** Interrupts the thread, of whatever rank, if it runs a task. */
    void interrupt() {
        if (thread != null) {
            thread.interrupt();
        } else if (interrupts != null) {
            interrupts.wish(this);
        }
    }

    @Override
    public void interruptOwn() {
        synchronized (pool) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    @Override
    public void run() {
        try {
            perform();
        } catch (JobEndedException e) {
            // the failure that has ended the job is told elsewhere
        }
    }

    private void perform() {
        boolean failed = true;
        try {
            Runnable task = pool.first(this);
            while (task != null) {
                pool.perform(task);
                task = pool.next(this);
            }
            failed = false;
        } finally {
            pool.left(this, failed);
        }
    }
}
