package jdsm.util;

/**
 * A lock's one holder, which is a thread of some rank, and how often it has the lock. All state is under this object's
 * monitor, which locks and their conditions alone use.
 */
class Exclusive {
    /** An object for each thread, by which ranks know which thread has a lock. */
    private static final ThreadLocal<Object> ME = ThreadLocal.withInitial(Object::new);

    private Object owner;
    private int holds;
    private int waiting;

    /** An object that stands for the calling thread, on all ranks. */
    static Object me() {
        return ME.get();
    }

    final synchronized boolean isMine() {
        return owner == me();
    }

    final synchronized boolean isHeld() {
        return owner != null;
    }

    final synchronized int holds() {
        return isMine() ? holds : 0;
    }

    /** The number of threads that wait for the lock. */
    final synchronized int waiting() {
        return waiting;
    }

    /** Whether the calling thread, which does not have the lock, may not take it now though nobody else has it. */
    boolean isBarred() {
        return false;
    }

    /** Takes the lock if it is free or the calling thread's. */
    final synchronized boolean take(int times) {
        if (!isMine() && (owner != null || isBarred())) {
            return false;
        }
        if (holds + times < 0) {
            throw new Error("Maximum lock count exceeded");
        }
        owner = me();
        holds += times;
        return true;
    }

    /** Takes the lock, as often as told, and returns whether the thread was interrupted. */
    final synchronized boolean takeUninterruptibly(int times) {
        boolean interrupted = false;
        waiting++;
        while (!take(times)) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        waiting--;
        return interrupted;
    }

    /** Takes the lock, without a limit if the deadline is null; false after the deadline. */
    final synchronized boolean takeWithin(Deadline deadline) throws InterruptedException {
        Deadline.requireNotInterrupted();
        waiting++;
        try {
            while (!take(1)) {
                if (!Deadline.waits(this, deadline)) {
                    return false;
                }
            }
            return true;
        } finally {
            waiting--;
        }
    }

    /** Lets go of the lock completely, and returns how often the thread had it. */
    final synchronized int leave() {
        requireMine();
        int times = holds;
        holds = 0;
        owner = null;
        notifyAll();
        return times;
    }

    /** Lets go of the lock once. */
    final synchronized void leaveOnce() {
        requireMine();
        if (holds == 1) {
            leave();
        } else {
            holds--;
        }
    }

    final void requireMine() {
        if (!isMine()) {
            throw new IllegalMonitorStateException();
        }
    }

    /** The number of threads that wait for one of this lock's conditions. */
    final synchronized int waiting(java.util.concurrent.locks.Condition condition) {
        if (!(condition instanceof LockCondition own) || !own.isOf(this)) {
            throw new IllegalArgumentException("not owner");
        }
        requireMine();
        return own.waiting();
    }

    static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
