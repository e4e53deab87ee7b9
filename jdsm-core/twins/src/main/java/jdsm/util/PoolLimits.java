package jdsm.util;

import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;

/** What an executor may have: threads and their idle time; and who makes threads and takes tasks that it may not have. */
abstract class PoolLimits {
    // Guarded by this object's monitor.

    /** The number of threads that the pool has before tasks wait. */
    int core;
    /** The number of threads that it has at most. */
    int most;
    /** How long a thread beyond the core stays without a task. */
    long keepAliveNanos;
    /** Whether that holds for those of the core, too. */
    boolean coreMayEnd;

    private ThreadFactory threads;
    private RejectedExecutionHandler refusal;

    PoolLimits(int core, int most, long keepAliveNanos, ThreadFactory threads, RejectedExecutionHandler refusal) {
        this.core = core;
        this.most = most;
        this.keepAliveNanos = keepAliveNanos;
        this.threads = threads;
        this.refusal = refusal;
    }

    final synchronized int core() {
        return core;
    }

    final synchronized int most() {
        return most;
    }

    final synchronized void most(int size) {
        if (size <= 0 || size < core) {
            throw new IllegalArgumentException();
        }
        most = size;
        notifyAll();
    }

    final synchronized long keepAliveNanos() {
        return keepAliveNanos;
    }

    final synchronized boolean coreMayEnd() {
        return coreMayEnd;
    }

    final synchronized void keepAlive(long nanos) {
        requireLimit(nanos, coreMayEnd);
        keepAliveNanos = nanos;
        notifyAll();
    }

    final synchronized void coreMayEnd(boolean mayEnd) {
        requireLimit(keepAliveNanos, mayEnd);
        coreMayEnd = mayEnd;
        notifyAll();
    }

    private static void requireLimit(long nanos, boolean coreMayEnd) {
        if (nanos < 0) {
            throw new IllegalArgumentException();
        } else if (nanos == 0 && coreMayEnd) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
    }

    final synchronized ThreadFactory threadFactory() {
        return threads;
    }

    final synchronized void threadFactory(ThreadFactory factory) {
        threads = factory;
    }

    final synchronized RejectedExecutionHandler refusal() {
        return refusal;
    }

    final synchronized void refusal(RejectedExecutionHandler handler) {
        refusal = handler;
    }
}
