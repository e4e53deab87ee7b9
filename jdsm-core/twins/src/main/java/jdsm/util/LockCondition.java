package jdsm.util;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A condition of a lock: waiting threads form a queue of tickets. */
final class LockCondition implements Condition {
    private final Exclusive lock;
    private Ticket first;
    private Ticket last;
    /** Tickets for further waits: ranks keep shared objects for ever, so a wait makes none. */
    private Ticket unused;

    /** A waiting thread. */
    private static final class Ticket {
        private boolean signalled;
        private Ticket next;
    }

    LockCondition(Exclusive lock) {
        this.lock = lock;
    }

    boolean isOf(Exclusive other) {
        return lock == other;
    }

    int waiting() {
        int count = 0;
        for (Ticket ticket = first; ticket != null; ticket = ticket.next) {
            count++;
        }
        return count;
    }

    private Ticket enter() {
        Ticket mine = unused == null ? new Ticket() : unused;
        unused = mine.next;
        mine.next = null;
        mine.signalled = false;
        if (last == null) {
            first = mine;
        } else {
            last.next = mine;
        }
        last = mine;
        return mine;
    }

    private void leave(Ticket mine) {
        Ticket before = null;
        for (Ticket ticket = first; ticket != null; ticket = ticket.next) {
            if (ticket == mine) {
                if (before == null) {
                    first = mine.next;
                } else {
                    before.next = mine.next;
                }
                if (last == mine) {
                    last = before;
                }
                return;
            }
            before = ticket;
        }
    }

    /**
     * Waits for a signal.
     *
     * @param deadline the limit, or null
     * @param interruptible whether an interrupt ends the wait
     * @return whether a signal came
     */
    private boolean await(Deadline deadline, boolean interruptible) throws InterruptedException {
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        boolean interrupted = false;
        boolean signalled;
        InterruptedException ended = null;
        synchronized (lock) {
            int times = lock.leave();
            Ticket mine = enter();
            while (!mine.signalled) {
                try {
                    if (!Deadline.waits(lock, deadline)) {
                        break;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (interruptible && !mine.signalled) {
                        ended = e;
                        break;
                    }
                }
            }
            leave(mine);
            signalled = mine.signalled;
            mine.next = unused;
            unused = mine;
            interrupted |= lock.takeUninterruptibly(times);
        }
        if (ended != null) {
            throw ended;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return signalled;
    }

    @Override
    public void await() throws InterruptedException {
        await(null, true);
    }

    @Override
    public void awaitUninterruptibly() {
        try {
            await(null, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
        Deadline deadline = new Deadline(nanos);
        await(deadline, true);
        return deadline.leftNanos();
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return await(new Deadline(unit.toNanos(time)), true);
    }

    @Override
    public boolean awaitUntil(Date end) throws InterruptedException {
        long millis = end.getTime() - System.currentTimeMillis();
        return await(new Deadline(TimeUnit.MILLISECONDS.toNanos(millis)), true);
    }

    @Override
    public void signal() {
        signal(1);
    }

    @Override
    public void signalAll() {
        signal(Integer.MAX_VALUE);
    }

    private void signal(int most) {
        synchronized (lock) {
            lock.requireMine();
            for (int left = most; first != null && left > 0; left--) {
                Ticket ticket = first;
                first = ticket.next;
                last = first == null ? null : last;
                ticket.signalled = true;
            }
            lock.notifyAll();
        }
    }
}
