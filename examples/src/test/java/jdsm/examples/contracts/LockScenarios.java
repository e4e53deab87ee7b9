package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Locks and their conditions. */
final class LockScenarios {
    private static final int MILLIS = 15;

    private LockScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Exclusion(false));
        all.add(new Exclusion(true));
        all.add(new Signals(false));
        all.add(new Signals(true));
        all.add(new LimitedWaits());
    }

    /** One thread has the lock. */
    private static final class Exclusion extends Scenario {
        private final ReentrantLock lock;
        private int count;

        Exclusion(boolean fair) {
            super(fair ? "a fair ReentrantLock excludes" : "ReentrantLock excludes");
            lock = new ReentrantLock(fair);
        }

        @Override
        void run(Part me) throws Exception {
            for (int i = 0; i < 30; i++) {
                lock.lock();
                try {
                    count++;
                } finally {
                    lock.unlock();
                }
            }
            me.step();
            me.equal("count", 30 * me.workers(), count);
            if (me.is(0)) {
                lock.lockInterruptibly();
                me.check("mine", lock.tryLock() && lock.tryLock(1, TimeUnit.HOURS) && lock.getHoldCount() == 3);
            }
            me.step();
            Aside<Integer> waits = null;
            if (me.is(1)) {
                me.check("taken", !lock.tryLock() && !lock.tryLock(0, TimeUnit.SECONDS) && lock.isLocked());
                me.check("taken", !me.notBefore(MILLIS, () -> lock.tryLock(MILLIS, TimeUnit.MILLISECONDS)));
                me.check("not mine", lock.getHoldCount() == 0 && !lock.isHeldByCurrentThread());
                me.failsToRun(IllegalMonitorStateException.class, lock::unlock);
                me.interruptible(() -> {
                    lock.lockInterruptibly();
                    return null;
                });
                me.interruptible(() -> lock.tryLock(1, TimeUnit.HOURS));
                waits = me.aside(() -> {
                    lock.lock(); // not ended by an interrupt
                    try {
                        return Thread.currentThread().isInterrupted() ? count : -1;
                    } finally {
                        lock.unlock();
                    }
                });
                me.until("one that waits", () -> lock.getQueueLength() == 1);
                waits.interrupt();
            }
            me.step();
            me.check("waits", lock.hasQueuedThreads());
            me.step();
            if (me.is(0)) {
                count = -5;
                lock.unlock();
                lock.unlock();
                me.check("still mine", lock.isHeldByCurrentThread() && lock.getQueueLength() == 1);
                lock.unlock();
            }
            if (me.is(1)) {
                me.equal("count", -5, waits.result());
            }
            me.step();
            me.check("free", !lock.isLocked() && !lock.hasQueuedThreads());
        }
    }

    /** Signals wake threads in the order of their waits. */
    private static final class Signals extends Scenario {
        private final ReentrantLock lock;
        private final Condition condition;
        private final Condition other;
        private final List<Integer> order = new ArrayList<>();
        private int signals;

        Signals(boolean fair) {
            super(fair ? "Condition of a fair lock wakes in order" : "Condition wakes in order");
            lock = new ReentrantLock(fair);
            condition = lock.newCondition();
            other = lock.newCondition();
        }

        private Integer await(int number, boolean stubborn) throws InterruptedException {
            lock.lock();
            lock.lock();
            try {
                if (stubborn) {
                    condition.awaitUninterruptibly();
                } else {
                    condition.await();
                }
                order.add(number);
                return lock.getHoldCount() + (Thread.currentThread().isInterrupted() ? 10 : 0);
            } finally {
                lock.unlock();
                lock.unlock();
            }
        }

        @Override
        void giveUp() {
            lock.lock();
            condition.signalAll();
            lock.unlock();
        }

        private int waiting() {
            lock.lock();
            try {
                return lock.hasWaiters(condition) ? lock.getWaitQueueLength(condition) : 0;
            } finally {
                lock.unlock();
            }
        }

        @Override
        void run(Part me) {
            Aside<Integer> waits = null;
            for (int turn = 0; turn < 3; turn++) {
                int expected = turn + 1;
                if (me.is(2 - turn)) {
                    waits = me.aside(() -> await(me.worker(), me.is(1)));
                    me.until("one that waits", () -> waiting() == expected);
                }
                me.step();
            }
            if (me.is(1)) {
                waits.interrupt(); // which it does not heed
                me.failsToRun(IllegalMonitorStateException.class, condition::signal);
                me.failsToRun(IllegalMonitorStateException.class, condition::signalAll);
                me.fails(IllegalMonitorStateException.class, () -> condition.awaitNanos(1));
                me.fails(IllegalMonitorStateException.class, () -> lock.hasWaiters(condition));
            }
            me.step();
            if (me.is(2)) {
                lock.lock();
                other.signalAll(); // for whom nobody waits
                condition.signal();
                signals++;
                me.check("none before the lock is free", order.isEmpty());
                lock.unlock();
                me.equal("lock and status", 2, waits.result());
            }
            me.step();
            me.equal("the first", List.of(2), order);
            me.equal("waiting", 2, waiting());
            me.step();
            if (me.is(0)) {
                lock.lock();
                condition.signalAll();
                signals++;
                lock.unlock();
            }
            if (me.worker() < 2) {
                me.equal("lock and status", me.is(1) ? 12 : 2, waits.result());
            }
            me.step();
            me.check("all", order.size() == 3 && signals == 2 && waiting() == 0);
        }
    }

    /** Waits for a condition that end by time or an interrupt. */
    private static final class LimitedWaits extends Scenario {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition condition = lock.newCondition();
        private int ready;

        LimitedWaits() {
            super("Condition waits with a limit");
        }

        private boolean await() throws InterruptedException {
            lock.lock();
            try {
                condition.await();
                return true;
            } catch (InterruptedException e) {
                if (!lock.isHeldByCurrentThread()) {
                    throw new AssertionError("without the lock", e);
                }
                throw e;
            } finally {
                lock.unlock();
            }
        }

        private int sum() throws InterruptedException {
            lock.lock();
            try {
                long left = TimeUnit.HOURS.toNanos(1);
                while (ready < 2) {
                    left = condition.awaitNanos(left);
                }
                return left > 0 && left < TimeUnit.HOURS.toNanos(1) ? ready : -1;
            } finally {
                lock.unlock();
            }
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(1)) {
                lock.lock();
                me.check("no signal", !me.notBefore(MILLIS, () -> condition.await(MILLIS, TimeUnit.MILLISECONDS)));
                me.check("no time", me.notBefore(MILLIS, () -> condition.awaitNanos(MILLIS * 1_000_000L)) <= 0);
                me.check("the past", !condition.awaitUntil(new Date(System.currentTimeMillis() - 1000)));
                me.check("no time", !condition.await(0, TimeUnit.SECONDS) && condition.awaitNanos(-1) <= 0);
                me.check("mine", lock.isHeldByCurrentThread());
                lock.unlock();
                me.interruptible(this::await);
            }
            me.step();
            Aside<Integer> waits = me.is(1) || me.is(0) ? me.aside(this::sum) : null;
            if (me.is(2)) {
                me.until("two that wait", () -> {
                    lock.lock();
                    try {
                        return lock.getWaitQueueLength(condition) == 2;
                    } finally {
                        lock.unlock();
                    }
                });
                for (int i = 0; i < 2; i++) {
                    lock.lock();
                    ready++;
                    condition.signalAll();
                    lock.unlock();
                }
            }
            if (waits != null) {
                me.equal("ready", 2, waits.result());
            }
        }
    }
}
