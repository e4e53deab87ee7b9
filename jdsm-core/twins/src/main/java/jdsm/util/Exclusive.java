package jdsm.util;

import java.util.Objects;

/**
 * A lock's one holder, which is a thread of some rank, and how often it has the lock. All state is under this object's
 * monitor, which locks and their conditions alone use.
 */
class Exclusive {
    /** An object for each thread, by which ranks know which thread has a lock. */
    private static final ThreadLocal<Object> ME = ThreadLocal.withInitial(Object::new);

    /** The objects of the threads that wait, the longest first; null if the lock favours no thread. */
    private final ArrayDeque<Object> queue;

    private Object owner;
    private int holds;
    private int waiting;

    Exclusive() {
        this(false);
    }

    /** @param fair whether threads get the lock in the order in which they began to wait */
    Exclusive(boolean fair) {
        queue = fair ? new ArrayDeque<>() : null;
    }

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

    /** How often the holder has the lock, whoever that is. */
    final synchronized int holdsInAll() {
        return holds;
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
        if (takeInTurn(times)) {
            return false;
        }
        boolean interrupted = false;
        beginToWait();
        while (!takeInTurn(times)) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        endToWait();
        return interrupted;
    }

    /** Takes the lock, without a limit if the deadline is null; false after the deadline. */
    final synchronized boolean takeWithin(Deadline deadline) throws InterruptedException {
        Deadline.requireNotInterrupted();
        if (takeInTurn(1)) {
            return true;
        }
        beginToWait();
        try {
            while (!takeInTurn(1)) {
                if (!Deadline.waits(this, deadline)) {
                    return false;
                }
            }
            return true;
        } finally {
            endToWait();
        }
    }

    private void beginToWait() {
        waiting++;
        if (queue != null) {
            queue.addLast(me());
        }
    }

    /** As {@link #take}; if the lock is fair and not the calling thread's, only when no other thread waits for longer. */
    private boolean takeInTurn(int times) {
        boolean myTurn = queue == null || queue.isEmpty() || queue.peekFirst() == me() || isMine();
        return myTurn && take(times);
    }

    private void endToWait() {
        waiting--;
        if (queue != null) {
            queue.removeLastOccurrence(me());
        }
        if (owner == null && othersWait()) {
            notifyAll(); // the next one's turn has come
        }
    }

    /** Whether threads wait because another thread waits for the lock: they may go on if that one gives up. */
    boolean othersWait() {
        return queue != null;
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
        Objects.requireNonNull(condition);
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
