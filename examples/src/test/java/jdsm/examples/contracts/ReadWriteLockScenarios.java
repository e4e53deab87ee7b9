package jdsm.examples.contracts;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks of readers and writers. */
final class ReadWriteLockScenarios {
    private static final int MILLIS = 15;

    private ReadWriteLockScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new ReadersAndWriters());
        all.add(new WriterGivesUp(false));
        all.add(new WriterGivesUp(true));
        all.add(new Downgrade());
    }

    /** Readers of several ranks at once, or one writer. */
    private static final class ReadersAndWriters extends Scenario {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final AtomicInteger reading = new AtomicInteger();
        private long low;
        private long high;

        ReadersAndWriters() {
            super("ReentrantReadWriteLock excludes writers");
        }

        @Override
        void run(Part me) throws Exception {
            for (int i = 0; i < 20; i++) {
                if (i % 3 == me.worker() % 3) {
                    lock.writeLock().lock();
                    low++;
                    high--;
                    lock.writeLock().unlock();
                } else {
                    lock.readLock().lock();
                    me.check("not torn", low == -high);
                    lock.readLock().unlock();
                }
            }
            me.step();
            me.check("all writes", low >= 6L * me.workers() && low == -high);
            lock.readLock().lock();
            reading.incrementAndGet();
            me.until("all that read", () -> reading.get() == me.workers());
            me.step();
            me.equal("readers", me.workers(), lock.getReadLockCount());
            me.check("no writer", !lock.writeLock().tryLock() && lock.getReadHoldCount() == 1);
            if (me.is(2)) {
                me.check(
                        "no writer",
                        !me.notBefore(MILLIS, () -> lock.writeLock().tryLock(MILLIS, TimeUnit.MILLISECONDS)));
                me.interruptible(() -> {
                    lock.writeLock().lockInterruptibly();
                    return null;
                });
            }
            me.step();
            lock.readLock().unlock();
            me.failsToRun(
                    IllegalMonitorStateException.class, () -> lock.readLock().unlock());
            me.failsToRun(
                    IllegalMonitorStateException.class, () -> lock.writeLock().unlock());
            me.step();
            if (me.is(0)) {
                lock.writeLock().lock();
            }
            me.step();
            if (me.is(1)) {
                me.check("no reader", !lock.readLock().tryLock() && lock.isWriteLocked());
                me.check(
                        "no reader",
                        !me.notBefore(MILLIS, () -> lock.readLock().tryLock(MILLIS, TimeUnit.MILLISECONDS)));
                me.interruptible(() -> {
                    lock.readLock().lockInterruptibly();
                    return null;
                });
            }
            me.step();
            if (me.is(0)) {
                lock.writeLock().unlock();
            }
            me.step();
            me.check("free", lock.getReadLockCount() == 0 && !lock.isWriteLocked() && !lock.hasQueuedThreads());
        }
    }

    /** A writer that waits bars readers; when it gives up, they go on, though another reader has the lock all the time. */
    private static final class WriterGivesUp extends Scenario {
        private final ReentrantReadWriteLock lock;

        WriterGivesUp(boolean fair) {
            super((fair ? "a fair " : "") + "ReentrantReadWriteLock goes on without a writer that gave up");
            lock = new ReentrantReadWriteLock(fair);
        }

        @Override
        void run(Part me) {
            if (me.is(0)) {
                lock.readLock().lock();
            }
            me.step();
            Aside<Boolean> writer = null;
            Aside<Boolean> reader = null;
            if (me.is(1)) {
                writer = me.aside(() -> lock.writeLock().tryLock(1, TimeUnit.HOURS));
                me.until("a writer that waits", () -> lock.getQueueLength() == 1);
            }
            me.step();
            if (me.is(2)) {
                reader = me.aside(() -> {
                    lock.readLock().lock();
                    lock.readLock().unlock();
                    return true;
                });
                me.until("a reader that waits", () -> lock.getQueueLength() == 2);
            }
            me.step();
            if (me.is(1)) {
                writer.interrupt();
                writer.requireInterrupted();
            }
            me.check("reads", !me.is(2) || reader.result());
            me.step();
            me.equal("readers", 1, lock.getReadLockCount());
            me.step();
            if (me.is(0)) {
                lock.readLock().unlock();
            }
        }
    }

    /** A writer becomes a reader without letting another writer in. */
    private static final class Downgrade extends Scenario {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Condition written = lock.writeLock().newCondition();
        private int value;

        Downgrade() {
            super("ReentrantReadWriteLock lets writers become readers");
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Integer> waits = null;
            if (me.is(2)) {
                waits = me.aside(() -> {
                    lock.writeLock().lock();
                    try {
                        while (value == 0) {
                            written.await();
                        }
                        return ++value;
                    } finally {
                        lock.writeLock().unlock();
                    }
                });
                me.until("one that waits", () -> {
                    lock.writeLock().lock();
                    try {
                        return lock.hasWaiters(written);
                    } finally {
                        lock.writeLock().unlock();
                    }
                });
            }
            me.step();
            if (me.is(0)) {
                lock.writeLock().lock();
                value = 1;
                written.signalAll();
                lock.readLock().lock();
                me.check(
                        "mine", lock.getReadHoldCount() == 1 && lock.writeLock().getHoldCount() == 1);
                lock.writeLock().unlock();
                me.check("no more", !lock.isWriteLocked() && !lock.writeLock().tryLock());
            }
            me.step();
            if (me.is(1)) {
                me.check("a reader may come", lock.readLock().tryLock());
                me.equal("value", 1, value);
                me.fails(
                        UnsupportedOperationException.class,
                        () -> lock.readLock().newCondition());
                lock.readLock().unlock();
            }
            me.step();
            if (me.is(0)) {
                me.equal("value", 1, value);
                lock.readLock().unlock();
            }
            me.check("written", !me.is(2) || waits.result() == 2);
            me.step();
            me.equal("value", 2, value);
        }
    }
}
