package jdsm.examples.contracts;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Barriers, latches and semaphores. */
final class MeetingScenarios {
    private static final int MILLIS = 15;

    private MeetingScenarios() {}

    static void addTo(List<Scenario> all) {
        all.add(new Rounds());
        all.add(new BrokenByTime());
        all.add(new BrokenByInterrupt());
        all.add(new BrokenByReset());
        all.add(new BrokenByAction());
        all.add(new Latch());
        all.add(new Permits());
        all.add(new ManyPermits());
    }

    /** The action runs once a round, before any thread goes on; indices differ. */
    private static final class Rounds extends Scenario {
        private static final int ROUNDS = 10;
        private final AtomicInteger acts = new AtomicInteger();
        private final AtomicInteger indices = new AtomicInteger();
        private final CyclicBarrier barrier = new CyclicBarrier(3, acts::incrementAndGet);

        Rounds() {
            super("CyclicBarrier runs its action once");
        }

        @Override
        void run(Part me) throws Exception {
            for (int round = 1; me.worker() < 3 && round <= ROUNDS; round++) {
                int index = round % 2 == 0 ? barrier.await() : barrier.await(1, TimeUnit.HOURS);
                me.check("the action has run", acts.get() >= round);
                indices.addAndGet(1 << 4 * index);
            }
            me.step();
            me.equal("acts", ROUNDS, acts.get());
            me.equal("indices", 0x111 * ROUNDS, indices.get());
            me.check("whole", !barrier.isBroken() && barrier.getNumberWaiting() == 0 && barrier.getParties() == 3);
        }
    }

    /** What the ways to break a barrier have in common: one worker waits, another one breaks, a third one comes late. */
    private abstract static class Broken extends Scenario {
        final CyclicBarrier barrier;

        Broken(String name, CyclicBarrier barrier) {
            super(name);
            this.barrier = barrier;
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Integer> waits = null;
            if (me.is(1)) {
                waits = me.aside(barrier::await);
                me.until("one that waits", () -> barrier.getNumberWaiting() == 1);
            }
            me.step();
            if (me.is(2)) {
                me.equal("waiting", 1, barrier.getNumberWaiting());
                breakIt(me);
            }
            if (me.is(1)) {
                waits.requireThrown(BrokenBarrierException.class);
            }
            me.step();
            if (me.is(0)) {
                me.check("broken", barrier.isBroken() && barrier.getNumberWaiting() == 0);
                me.fails(BrokenBarrierException.class, barrier::await);
                me.fails(BrokenBarrierException.class, () -> barrier.await(1, TimeUnit.HOURS));
                barrier.reset();
            }
            me.step();
            me.check("whole", !barrier.isBroken());
        }

        abstract void breakIt(Part me) throws Exception;
    }

    private static final class BrokenByTime extends Broken {
        BrokenByTime() {
            super("CyclicBarrier breaks when time is over", new CyclicBarrier(3));
        }

        @Override
        void breakIt(Part me) throws Exception {
            Callable<Integer> late = () -> barrier.await(MILLIS, TimeUnit.MILLISECONDS);
            me.notBefore(MILLIS, () -> {
                me.fails(TimeoutException.class, late);
                return null;
            });
        }
    }

    private static final class BrokenByInterrupt extends Broken {
        BrokenByInterrupt() {
            super("CyclicBarrier breaks by an interrupt", new CyclicBarrier(3));
        }

        @Override
        void breakIt(Part me) {
            Aside<Integer> waits = me.aside(barrier::await);
            me.until("two that wait", () -> barrier.getNumberWaiting() == 2);
            waits.interrupt();
            waits.requireInterrupted();
        }
    }

    /** Who waits is told; later the barrier is whole again at once. */
    private static final class BrokenByReset extends Scenario {
        private final CyclicBarrier barrier = new CyclicBarrier(3);

        BrokenByReset() {
            super("CyclicBarrier is reset");
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Integer> waits = null;
            if (me.worker() == 1 || me.worker() == 2) {
                waits = me.aside(() -> barrier.await(1, TimeUnit.HOURS));
            }
            if (me.is(0)) {
                me.until("two that wait", () -> barrier.getNumberWaiting() == 2);
                barrier.reset();
                me.check("whole", !barrier.isBroken() && barrier.getNumberWaiting() == 0);
            }
            if (waits != null) {
                waits.requireThrown(BrokenBarrierException.class);
            }
            me.step();
            if (me.worker() < 3) {
                barrier.await();
            }
        }
    }

    /** An action that throws breaks the barrier; its thread gets the exception. */
    private static final class BrokenByAction extends Broken {
        BrokenByAction() {
            super("CyclicBarrier breaks by its action", new CyclicBarrier(2, () -> {
                throw new UnsupportedOperationException();
            }));
        }

        @Override
        void breakIt(Part me) {
            me.fails(UnsupportedOperationException.class, barrier::await);
        }
    }

    /** A latch opens once for all. */
    private static final class Latch extends Scenario {
        private final CountDownLatch latch = new CountDownLatch(3);

        Latch() {
            super("CountDownLatch opens");
        }

        @Override
        void run(Part me) throws Exception {
            Aside<Boolean> waits = null;
            if (me.is(1)) {
                me.check("shut", !me.notBefore(MILLIS, () -> latch.await(MILLIS, TimeUnit.MILLISECONDS)));
                me.check("shut", !latch.await(0, TimeUnit.SECONDS));
                me.interruptible(() -> latch.await(1, TimeUnit.HOURS));
                waits = me.aside(() -> {
                    latch.await();
                    return latch.await(1, TimeUnit.NANOSECONDS);
                });
                waits.untilBlocked();
                latch.countDown();
            }
            me.step();
            me.equal("count", 2L, latch.getCount());
            me.check("waits", !me.is(1) || !waits.isOver());
            me.step();
            if (me.worker() == 0 || me.worker() == 2) {
                latch.countDown();
            }
            if (me.worker() < 3) {
                latch.await();
                me.equal("count", 0L, latch.getCount());
            }
            if (me.is(1)) {
                me.check("open", waits.result());
                latch.countDown();
                me.equal("count", 0L, latch.getCount());
                Aside<Boolean> late = me.aside(() -> {
                    Thread.currentThread().interrupt();
                    return latch.await(1, TimeUnit.HOURS);
                });
                late.requireInterrupted();
            }
        }
    }

    /** Permits belong to nobody: who releases need not have acquired. */
    private static final class Permits extends Scenario {
        private final Semaphore semaphore = new Semaphore(2);

        Permits() {
            super("Semaphore has permits");
        }

        @Override
        void giveUp() {
            semaphore.release(10);
        }

        @Override
        void run(Part me) throws Exception {
            if (me.is(0)) {
                semaphore.acquire();
                me.check("there", semaphore.tryAcquire(1, TimeUnit.HOURS));
            }
            me.step();
            Aside<Boolean> waits = null;
            if (me.is(1)) {
                me.check("none", !semaphore.tryAcquire() && !semaphore.tryAcquire(0, TimeUnit.SECONDS));
                me.check("none", !me.notBefore(MILLIS, () -> semaphore.tryAcquire(2, MILLIS, TimeUnit.MILLISECONDS)));
                me.fails(IllegalArgumentException.class, () -> semaphore.tryAcquire(-1));
                me.interruptible(() -> {
                    semaphore.acquire();
                    return null;
                });
                me.interruptible(() -> semaphore.tryAcquire(3, 1, TimeUnit.HOURS));
                waits = me.aside(() -> {
                    semaphore.acquireUninterruptibly(2);
                    return Thread.currentThread().isInterrupted();
                });
                me.until("one that waits", semaphore::hasQueuedThreads);
                waits.interrupt();
            }
            me.step();
            if (me.is(2)) {
                me.equal("waiting", 1, semaphore.getQueueLength());
                semaphore.release();
                me.equal("one is not enough", 1, semaphore.availablePermits());
            }
            me.step();
            if (me.is(0)) {
                semaphore.release(3);
            }
            if (me.is(1)) {
                me.check("the status is kept", waits.result());
            }
            me.step();
            me.equal("permits", 2, semaphore.availablePermits());
            me.step();
            if (me.is(2)) {
                me.equal("drained", 2, semaphore.drainPermits());
                me.equal("drained", 0, semaphore.drainPermits());
            }
            me.step();
            me.check("none", !semaphore.tryAcquire());
            me.step();
            if (me.is(1)) {
                semaphore.release(Integer.MAX_VALUE);
                me.failsToRun(Error.class, semaphore::release);
            }
            me.step();
            me.equal("permits", Integer.MAX_VALUE, semaphore.availablePermits());
        }
    }

    /** Never more threads than permits. */
    private static final class ManyPermits extends Scenario {
        private static final int TURNS = 12;
        private final Semaphore semaphore = new Semaphore(-1);
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger turns = new AtomicInteger();

        ManyPermits() {
            super("Semaphore bounds the threads");
        }

        @Override
        void run(Part me) throws Exception {
            me.check("less than none", !semaphore.tryAcquire());
            me.step();
            if (me.is(0)) {
                semaphore.release(3);
            }
            for (int turn = 0; turn < TURNS; turn++) {
                semaphore.acquire();
                me.check("two at once", inside.incrementAndGet() <= 2);
                turns.incrementAndGet();
                inside.decrementAndGet();
                semaphore.release();
            }
            me.step();
            me.equal("turns", TURNS * me.workers(), turns.get());
            me.equal("permits", 2, semaphore.availablePermits());
        }
    }
}
