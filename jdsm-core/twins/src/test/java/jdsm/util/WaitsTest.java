package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Waits of the JDK's synchronisers, and of their twins, that end by an interrupt or by time. */
@Timeout(60)
class WaitsTest {
    static Stream<Supplier<java.util.concurrent.locks.ReentrantReadWriteLock>> readWriteLocks() {
        return Stream.of(java.util.concurrent.locks.ReentrantReadWriteLock::new, ReentrantReadWriteLock::new);
    }

    static Stream<Supplier<java.util.concurrent.locks.ReentrantLock>> locks() {
        return Stream.of(java.util.concurrent.locks.ReentrantLock::new, ReentrantLock::new);
    }

    static Stream<java.util.concurrent.CountDownLatch> latches() {
        return Stream.of(new java.util.concurrent.CountDownLatch(0), new CountDownLatch(0));
    }

    private static int queueLength(java.util.concurrent.locks.ReentrantReadWriteLock lock) {
        return ReentrantReadWriteLock.getQueueLength(lock);
    }

    /** The calling thread reads all the time, so nobody else wakes the reader. */
    @ParameterizedTest
    @MethodSource("readWriteLocks")
    void aReaderGoesOnWhenTheWriterThatBarredItGivesUp(Supplier<java.util.concurrent.locks.ReentrantReadWriteLock> kind)
            throws InterruptedException {
        java.util.concurrent.locks.ReentrantReadWriteLock lock = kind.get();
        lock.readLock().lock();
        Thread writer = new Thread(() -> {
            try {
                lock.writeLock().lockInterruptibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        writer.start();
        while (queueLength(lock) < 1) {
            Thread.onSpinWait();
        }
        Thread reader = new Thread(() -> lock.readLock().lock());
        reader.start();
        while (queueLength(lock) < 2) {
            Thread.onSpinWait();
        }

        writer.interrupt();

        reader.join();
        assertThat(lock.getReadLockCount()).isEqualTo(2);
        assertThat(queueLength(lock)).isZero();
    }

    @ParameterizedTest
    @MethodSource("latches")
    void anInterruptCountsAtALatchThatIsOpen(java.util.concurrent.CountDownLatch latch) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(latch::await).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> latch.await(1, TimeUnit.HOURS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    /** The time that a signalled thread waits for the lock counts as well. */
    @ParameterizedTest
    @MethodSource("locks")
    void theTimeThatIsLeftIsThatOfTheReturn(Supplier<java.util.concurrent.locks.ReentrantLock> kind)
            throws InterruptedException {
        java.util.concurrent.locks.ReentrantLock lock = kind.get();
        java.util.concurrent.locks.Condition condition = lock.newCondition();
        long[] left = new long[1];
        long limit = TimeUnit.HOURS.toNanos(1);
        lock.lock();
        Thread waits = new Thread(() -> {
            lock.lock();
            try {
                left[0] = condition.awaitNanos(limit);
            } catch (InterruptedException e) {
                left[0] = -1;
            }
            lock.unlock();
        });
        waits.start();
        lock.unlock();
        boolean waiting = false;
        while (!waiting) {
            lock.lock();
            waiting = lock.hasWaiters(condition);
            lock.unlock();
        }
        lock.lock();
        condition.signal();
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 5_000_000) {
            Thread.onSpinWait();
        }
        lock.unlock();
        waits.join();

        assertThat(left[0]).isPositive().isLessThanOrEqualTo(limit - 5_000_000);
        lock.lock();
        assertThat(condition.awaitNanos(-1)).isNotPositive();
        assertThat(condition.awaitNanos(Long.MIN_VALUE)).isNotPositive();
        assertThatThrownBy(() -> lock.hasWaiters(null)).isInstanceOf(NullPointerException.class);
        lock.unlock();
    }

    @ParameterizedTest
    @MethodSource("readWriteLocks")
    void aLockTellsItsHolds(Supplier<java.util.concurrent.locks.ReentrantReadWriteLock> kind) {
        java.util.concurrent.locks.ReentrantReadWriteLock lock = kind.get();
        lock.writeLock().lock();
        lock.writeLock().lock();
        lock.readLock().lock();

        assertThat(lock.toString()).endsWith("[Write locks = 2, Read locks = 1]");
    }
}
