package jdsm.examples.contracts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Interrupts at random moments: a call that ends by one has done nothing, and a call that has done something ends as if there were
 * none. So nothing is lost, and nothing done twice.
 */
final class InterruptScenarios {
    private InterruptScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Queues(new ArrayBlockingQueue<>(2), true));
        all.add(new Queues(new LinkedBlockingQueue<>(1), false));
        all.add(new Queues(new LinkedBlockingDeque<>(2), true));
        all.add(new Queues(new PriorityBlockingQueue<>(), false));
        all.add(new Queues(new SynchronousQueue<>(), false));
        all.add(new Transfers());
        all.add(new Permits());
        all.add(new Buffer());
        all.add(new Locks());
    }

    /** A call that an interrupt may end. */
    private interface Try {
        /** @return false if it was in vain */
        boolean call() throws InterruptedException;
    }

    /** Threads of the workers 0, 1 and 2, which their workers interrupt again and again. */
    private abstract static class Storm extends Scenario {
        static final int CALLS = 12;

        Storm(String name) {
            super(name + " keeps what it has when threads are interrupted");
        }

        @Override
        final void run(Part me) throws Exception {
            if (me.worker() < 3) {
                Random random = new Random(me.worker());
                Aside<Boolean> mine = me.aside(() -> {
                    work(me.worker());
                    return true;
                });
                for (int i = 0; i < 40; i++) {
                    me.until("a moment", () -> random.nextInt(4) == 0);
                    mine.interrupt();
                }
                me.check("has ended", mine.result());
            }
            me.step();
            end(me);
        }

        /** Makes a call until it has succeeded. */
        static void again(Try call) {
            boolean done = false;
            while (!done) {
                try {
                    done = call.call();
                } catch (InterruptedException e) {
                    Thread.interrupted();
                }
            }
        }

        abstract void work(int worker);

        abstract void end(Part me);
    }

    private static final class Queues extends Storm {
        private final BlockingQueue<Integer> queue;
        private final boolean timed;
        private final AtomicInteger taken = new AtomicInteger();

        Queues(BlockingQueue<Integer> queue, boolean timed) {
            super(queue.getClass().getSimpleName());
            this.queue = queue;
            this.timed = timed;
        }

        /** Two workers put, one takes. */
        @Override
        void work(int worker) {
            for (int i = 1; i <= (worker == 2 ? 2 * CALLS : CALLS); i++) {
                int item = i + worker * 1000;
                if (worker < 2) {
                    again(() -> {
                        if (timed) {
                            return queue.offer(item, 1, TimeUnit.HOURS);
                        }
                        queue.put(item);
                        return true;
                    });
                } else {
                    again(() -> {
                        Integer found = timed ? queue.poll(1, TimeUnit.HOURS) : queue.take();
                        return found != null && taken.addAndGet(found) > 0;
                    });
                }
            }
        }

        @Override
        void end(Part me) {
            me.equal("sum", CALLS * (CALLS + 1) + CALLS * 1000, taken.get());
            me.check("nothing is left", queue.poll() == null);
        }
    }

    private static final class Transfers extends Storm {
        private final LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        private final AtomicInteger taken = new AtomicInteger();

        Transfers() {
            super("LinkedTransferQueue");
        }

        @Override
        void work(int worker) {
            for (int i = 1; i <= (worker == 2 ? 2 * CALLS : CALLS); i++) {
                int item = i + worker * 1000;
                if (worker == 0) {
                    again(() -> queue.tryTransfer(item, 1, TimeUnit.HOURS));
                } else if (worker == 1) {
                    again(() -> {
                        queue.transfer(item);
                        return true;
                    });
                } else {
                    again(() -> taken.addAndGet(queue.take()) > 0);
                }
            }
        }

        @Override
        void end(Part me) {
            me.equal("sum", CALLS * (CALLS + 1) + CALLS * 1000, taken.get());
            me.check("nothing is left", queue.isEmpty() && queue.getWaitingConsumerCount() == 0);
        }
    }

    private static final class Permits extends Storm {
        private final Semaphore semaphore = new Semaphore(2);
        private final AtomicInteger times = new AtomicInteger();

        Permits() {
            super("Semaphore");
        }

        @Override
        void work(int worker) {
            for (int i = 0; i < CALLS; i++) {
                int count = 1 + i % 2;
                again(() -> {
                    if (worker == 0) {
                        return semaphore.tryAcquire(count, 1, TimeUnit.HOURS);
                    }
                    semaphore.acquire(count);
                    return true;
                });
                times.incrementAndGet();
                semaphore.release(count);
            }
        }

        @Override
        void end(Part me) {
            me.equal("times", 3 * CALLS, times.get());
            me.equal("permits", 2, semaphore.availablePermits());
            me.check("nobody waits", !semaphore.hasQueuedThreads());
        }
    }

    /** A buffer whose threads wake one other each: a signal that an interrupt swallowed would leave one waiting for ever. */
    private static final class Buffer extends Storm {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition room = lock.newCondition();
        private final Condition items = lock.newCondition();
        private final Deque<Integer> queue = new ArrayDeque<>();
        private int taken;

        Buffer() {
            super("Condition");
        }

        private boolean put(int item) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (queue.size() == 1) {
                    room.await();
                }
                queue.addLast(item);
                items.signal();
                return true;
            } finally {
                lock.unlock();
            }
        }

        private boolean take() throws InterruptedException {
            lock.lock();
            try {
                while (queue.isEmpty()) {
                    items.await(1, TimeUnit.HOURS);
                }
                taken += queue.removeFirst();
                room.signal();
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** One worker puts, two take. */
        @Override
        void work(int worker) {
            for (int i = 1; i <= (worker == 2 ? 2 * CALLS : CALLS); i++) {
                int item = i;
                again(worker == 2 ? () -> put(item) : this::take);
            }
        }

        @Override
        void end(Part me) {
            me.equal("sum", CALLS * (2 * CALLS + 1), taken);
            me.check("free", queue.isEmpty() && !lock.isLocked() && lock.getQueueLength() == 0);
        }
    }

    private static final class Locks extends Storm {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int count;

        Locks() {
            super("ReentrantReadWriteLock");
        }

        @Override
        void work(int worker) {
            for (int i = 0; i < CALLS; i++) {
                boolean timed = i % 2 == 0;
                again(() -> {
                    if (timed) {
                        return lock.writeLock().tryLock(1, TimeUnit.HOURS);
                    }
                    lock.writeLock().lockInterruptibly();
                    return true;
                });
                count++;
                lock.writeLock().unlock();
                again(() -> {
                    lock.readLock().lockInterruptibly();
                    return true;
                });
                lock.readLock().unlock();
            }
        }

        @Override
        void end(Part me) {
            me.equal("count", 3 * CALLS, count);
            me.check("free", lock.getReadLockCount() == 0 && !lock.isWriteLocked() && !lock.hasQueuedThreads());
        }
    }
}
