package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The twins of the JDK's synchronisers behave as the JDK's do: each scenario runs with both. */
@Timeout(60)
class SynchronizersTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                CountDownLatch.class,
                CyclicBarrier.class,
                Phaser.class,
                ReentrantLock.class,
                ReentrantReadWriteLock.class,
                Semaphore.class
            })
    void eachMethodIsOverriddenOrHasAStaticOne(Class<?> twin) throws Exception {
        for (Method method : twin.getSuperclass().getDeclaredMethods()) {
            int flags = method.getModifiers();
            boolean callable = (flags & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !Modifier.isStatic(flags);
            if (callable && !Modifier.isFinal(flags)) {
                assertThat(twin.getDeclaredMethod(method.getName(), method.getParameterTypes()))
                        .isNotNull();
            } else if (callable) {
                List<Class<?>> parameters = new ArrayList<>(List.of(twin.getSuperclass()));
                parameters.addAll(List.of(method.getParameterTypes()));
                assertThat(twin.getDeclaredMethod(method.getName(), parameters.toArray(Class<?>[]::new))
                                        .getModifiers()
                                & Modifier.STATIC)
                        .isNotZero();
            }
        }
    }

    /** Runs an action in a thread of its own, and returns its result or exception. */
    private static Object elsewhere(Callable<Object> action) throws InterruptedException {
        Object[] result = new Object[1];
        Thread thread = start(result, 0, action);
        thread.join();
        return result[0];
    }

    private static Thread start(Object[] results, int place, Callable<Object> action) {
        Thread thread = new Thread(() -> {
            try {
                results[place] = action.call();
            } catch (Exception e) {
                results[place] = e.getClass().getSimpleName();
            }
        });
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void locks() throws Exception {
        assertThat(ofLock(new ReentrantLock())).isEqualTo(ofLock(new java.util.concurrent.locks.ReentrantLock()));
        assertThat(ofLock(new ReentrantLock(true)))
                .isEqualTo(ofLock(new java.util.concurrent.locks.ReentrantLock(true)));
    }

    /** Both with and without a limit, and though a thread in the middle gives up. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFairLockIsForTheOneThatWaitsForLongest(boolean twin) throws Exception {
        var lock = twin ? new ReentrantLock(true) : new java.util.concurrent.locks.ReentrantLock(true);
        List<Integer> order = new ArrayList<>();
        Object[] results = new Object[3];
        lock.lock();
        Thread[] waiters = new Thread[3];
        for (int i = 0; i < waiters.length; i++) {
            int place = i;
            waiters[i] = start(results, i, () -> {
                if (place == 0) {
                    lock.lock();
                } else if (!lock.tryLock(1, TimeUnit.HOURS)) {
                    return "not locked";
                }
                order.add(place);
                lock.unlock();
                return "locked";
            });
            awaitWaiting(waiters[i]);
        }
        waiters[1].interrupt();
        waiters[1].join();
        lock.unlock();
        assertThat(lock.tryLock(1, TimeUnit.HOURS)).isTrue();
        order.add(-1);
        lock.unlock();
        for (Thread waiter : waiters) {
            waiter.join();
        }
        assertThat(order).containsExactly(0, 2, -1);
        assertThat(results).containsExactly("locked", "InterruptedException", "locked");
    }

    private static List<Object> ofLock(java.util.concurrent.locks.ReentrantLock lock) throws Exception {
        List<Object> seen = new ArrayList<>();
        seen.add(elsewhere(() -> {
            lock.unlock();
            return "unlocked";
        }));
        lock.lock();
        lock.lockInterruptibly();
        seen.add(lock.getHoldCount() + " " + lock.isLocked() + lock.isHeldByCurrentThread());
        seen.add(elsewhere(lock::tryLock));
        seen.add(elsewhere(() -> lock.tryLock(1, TimeUnit.MILLISECONDS)));
        seen.add(elsewhere(() -> lock.getHoldCount() + " " + lock.isLocked() + lock.isHeldByCurrentThread()));
        lock.unlock();
        Object[] results = new Object[2];
        Thread waiter = start(results, 0, () -> {
            lock.lockInterruptibly();
            return "locked";
        });
        awaitWaiting(waiter);
        waiter.interrupt();
        waiter.join();
        Thread next = start(results, 1, () -> {
            lock.lock();
            lock.unlock();
            return Thread.interrupted();
        });
        awaitWaiting(next);
        seen.add(ReentrantLock.hasQueuedThreads(lock) + " " + ReentrantLock.getQueueLength(lock));
        lock.unlock();
        next.join();
        seen.addAll(List.of(results));
        seen.add(lock.isLocked() + " " + ReentrantLock.isFair(lock));
        seen.add(lock.tryLock() + " " + lock.tryLock(1, TimeUnit.DAYS) + lock.getHoldCount());
        seen.add(counted(lock));
        return seen;
    }

    @Test
    void readWriteLocks() throws Exception {
        assertThat(ofReadWriteLock(new ReentrantReadWriteLock()))
                .isEqualTo(ofReadWriteLock(new java.util.concurrent.locks.ReentrantReadWriteLock()));
        assertThat(ofReadWriteLock(new ReentrantReadWriteLock(true)))
                .isEqualTo(ofReadWriteLock(new java.util.concurrent.locks.ReentrantReadWriteLock(true)));
    }

    private static List<Object> ofReadWriteLock(java.util.concurrent.locks.ReentrantReadWriteLock lock)
            throws Exception {
        List<Object> seen = new ArrayList<>();
        seen.add(elsewhere(() -> {
            lock.readLock().unlock();
            return "unlocked";
        }));
        seen.add(elsewhere(() -> {
            lock.writeLock().unlock();
            return "unlocked";
        }));
        lock.readLock().lock();
        lock.readLock().lockInterruptibly();
        seen.add(lock.getReadHoldCount() + " " + lock.getReadLockCount()
                + lock.writeLock().tryLock());
        seen.add(elsewhere(() -> {
            boolean read = lock.readLock().tryLock();
            int count = lock.getReadLockCount();
            lock.readLock().unlock();
            return read + " " + count + lock.getReadHoldCount();
        }));
        seen.add(elsewhere(() -> lock.writeLock().tryLock(1, TimeUnit.MILLISECONDS)));
        Object[] results = new Object[3];
        Thread writer = start(results, 0, () -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
            return "written " + Thread.interrupted();
        });
        awaitWaiting(writer);
        Thread reader = start(
                results,
                1,
                () -> { // behind the writer
                    lock.readLock().lockInterruptibly();
                    return "read";
                });
        awaitWaiting(reader);
        seen.add(lock.isWriteLocked() + " " + ReentrantReadWriteLock.getQueueLength(lock)
                + ReentrantReadWriteLock.hasQueuedThreads(lock)
                + lock.readLock().tryLock());
        reader.interrupt();
        reader.join();
        lock.readLock().unlock();
        lock.readLock().unlock();
        lock.readLock().unlock();
        writer.join();
        seen.addAll(List.of(results[0], results[1]));
        lock.writeLock().lock();
        lock.readLock().lock(); // a writer may read
        seen.add(lock.getWriteHoldCount() + " " + lock.getReadHoldCount() + lock.isWriteLockedByCurrentThread()
                + lock.writeLock().isHeldByCurrentThread() + lock.writeLock().getHoldCount());
        seen.add(elsewhere(() -> lock.readLock().tryLock()));
        seen.add(elsewhere(() -> lock.readLock().tryLock(1, TimeUnit.MILLISECONDS)));
        lock.writeLock().unlock();
        seen.add(elsewhere(() -> {
            boolean read = lock.readLock().tryLock();
            lock.readLock().unlock();
            return read;
        }));
        lock.readLock().unlock();
        lock.writeLock().lock();
        Condition condition = lock.writeLock().newCondition();
        seen.add(condition.await(1, TimeUnit.MILLISECONDS) + " " + lock.hasWaiters(condition)
                + lock.getWaitQueueLength(condition) + ReentrantReadWriteLock.isFair(lock));
        Thread waiter = start(results, 2, () -> {
            lock.writeLock().lock();
            condition.signal();
            lock.writeLock().unlock();
            return "signalled";
        });
        condition.await();
        lock.writeLock().unlock();
        waiter.join();
        seen.add(results[2] + " " + lock.isWriteLocked() + lock.getReadLockCount());
        seen.add(elsewhere(() -> lock.readLock().newCondition()));
        return seen;
    }

    /** The sum of unprotected additions under the lock, which the calling thread has. */
    private static int counted(java.util.concurrent.locks.ReentrantLock lock) throws InterruptedException {
        int[] sum = new int[1];
        Object[] results = new Object[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(start(results, i, () -> {
                for (int j = 0; j < 500; j++) {
                    lock.lock();
                    sum[0]++;
                    lock.unlock();
                }
                return null;
            }));
        }
        lock.unlock();
        lock.unlock();
        for (Thread thread : threads) {
            thread.join();
        }
        return sum[0];
    }

    @Test
    void conditions() throws Exception {
        assertThat(ofCondition(new ReentrantLock()))
                .isEqualTo(ofCondition(new java.util.concurrent.locks.ReentrantLock()));
    }

    private static List<Object> ofCondition(java.util.concurrent.locks.ReentrantLock lock) throws Exception {
        List<Object> seen = new ArrayList<>();
        Condition one = lock.newCondition();
        Condition other = lock.newCondition();
        seen.add(elsewhere(() -> {
            one.signal();
            return "signalled";
        }));
        seen.add(elsewhere(() -> one.await(1, TimeUnit.SECONDS)));
        Object[] results = new Object[4];
        Thread first = start(results, 0, () -> waited(lock, one));
        awaitWaiting(first);
        Thread second = start(results, 1, () -> waited(lock, one));
        awaitWaiting(second);
        Thread third = start(results, 2, () -> waited(lock, other));
        awaitWaiting(third);
        lock.lock();
        lock.lock();
        seen.add(lock.hasWaiters(one) + " " + lock.getWaitQueueLength(one) + lock.getWaitQueueLength(other));
        seen.add(one.awaitNanos(1000) <= 0);
        seen.add(one.await(1, TimeUnit.MICROSECONDS));
        seen.add(one.awaitUntil(new java.util.Date(0)));
        seen.add(lock.getHoldCount());
        one.signal();
        seen.add(lock.getWaitQueueLength(one));
        lock.unlock();
        lock.unlock();
        first.join();
        second.interrupt();
        second.join();
        lock.lock();
        other.signalAll();
        lock.unlock();
        third.join();
        Thread stubborn = start(results, 3, () -> {
            lock.lock();
            one.awaitUninterruptibly();
            lock.unlock();
            return Thread.interrupted();
        });
        awaitWaiting(stubborn);
        stubborn.interrupt();
        lock.lock();
        one.signalAll();
        lock.unlock();
        stubborn.join();
        seen.addAll(List.of(results));
        return seen;
    }

    private static Object waited(java.util.concurrent.locks.ReentrantLock lock, Condition condition)
            throws InterruptedException {
        lock.lock();
        try {
            condition.await();
            return lock.getHoldCount();
        } finally {
            lock.unlock();
        }
    }

    @Test
    void semaphores() throws Exception {
        assertThat(ofSemaphore(new Semaphore(2))).isEqualTo(ofSemaphore(new java.util.concurrent.Semaphore(2)));
    }

    private static List<Object> ofSemaphore(java.util.concurrent.Semaphore semaphore) throws Exception {
        List<Object> seen = new ArrayList<>();
        semaphore.acquire();
        semaphore.acquireUninterruptibly();
        seen.add(semaphore.tryAcquire() + " " + semaphore.availablePermits() + semaphore.isFair());
        seen.add(semaphore.tryAcquire(1, TimeUnit.MICROSECONDS));
        Object[] results = new Object[3];
        Thread interrupted = start(results, 0, () -> {
            semaphore.acquire(2);
            return "acquired";
        });
        awaitWaiting(interrupted);
        seen.add(Semaphore.hasQueuedThreads(semaphore) + " " + Semaphore.getQueueLength(semaphore));
        interrupted.interrupt();
        interrupted.join();
        Thread patient = start(results, 1, () -> {
            semaphore.acquireUninterruptibly(2);
            return Thread.interrupted();
        });
        awaitWaiting(patient);
        semaphore.release();
        semaphore.release(1);
        patient.join();
        Thread timed = start(results, 2, () -> semaphore.tryAcquire(3, 1, TimeUnit.DAYS));
        awaitWaiting(timed);
        semaphore.release(5);
        timed.join();
        seen.add(semaphore.drainPermits() + " " + semaphore.toString().replaceFirst(".*\\[", "["));
        seen.addAll(List.of(results));
        return seen;
    }

    @Test
    void latches() throws Exception {
        assertThat(ofLatch(new CountDownLatch(2))).isEqualTo(ofLatch(new java.util.concurrent.CountDownLatch(2)));
    }

    private static List<Object> ofLatch(java.util.concurrent.CountDownLatch latch) throws Exception {
        List<Object> seen = new ArrayList<>();
        seen.add(latch.await(1, TimeUnit.MICROSECONDS) + " " + latch.getCount());
        Object[] results = new Object[3];
        Thread interrupted = start(results, 0, () -> {
            latch.await();
            return "passed";
        });
        awaitWaiting(interrupted);
        interrupted.interrupt();
        interrupted.join();
        Thread waiter = start(results, 1, () -> {
            latch.await();
            return "passed";
        });
        awaitWaiting(waiter);
        Thread timed = start(results, 2, () -> latch.await(1, TimeUnit.DAYS));
        awaitWaiting(timed);
        latch.countDown();
        seen.add(latch.getCount());
        latch.countDown();
        latch.countDown();
        waiter.join();
        timed.join();
        latch.await();
        seen.add(latch.getCount() + " " + latch.toString().replaceFirst(".*\\[", "["));
        seen.addAll(List.of(results));
        return seen;
    }

    @Test
    void barriers() throws Exception {
        AtomicInteger acts = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        assertThat(ofBarrier(new CyclicBarrier(3, acts::incrementAndGet), acts))
                .isEqualTo(ofBarrier(new java.util.concurrent.CyclicBarrier(3, others::incrementAndGet), others));
    }

    private static List<Object> ofBarrier(java.util.concurrent.CyclicBarrier barrier, AtomicInteger acts)
            throws Exception {
        List<Object> seen = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            Object[] results = new Object[2];
            Thread first = start(results, 0, barrier::await);
            awaitWaiting(first);
            Thread second = start(results, 1, barrier::await);
            awaitWaiting(second);
            seen.add(barrier.getNumberWaiting());
            seen.add(barrier.await() + " " + acts);
            first.join();
            second.join();
            seen.addAll(List.of(results));
        }
        Object[] results = new Object[2];
        Thread first = start(results, 0, barrier::await);
        awaitWaiting(first);
        Thread second = start(results, 1, () -> barrier.await(1, TimeUnit.DAYS));
        awaitWaiting(second);
        second.interrupt();
        first.join();
        second.join();
        seen.addAll(List.of(results));
        seen.add(barrier.isBroken() + " " + elsewhere(barrier::await) + barrier.getParties());
        barrier.reset();
        seen.add(barrier.isBroken());
        try {
            seen.add(barrier.await(1, TimeUnit.MILLISECONDS));
        } catch (TimeoutException | BrokenBarrierException e) {
            seen.add(e.getClass() + " " + barrier.isBroken() + barrier.getNumberWaiting());
        }
        return seen;
    }
}
