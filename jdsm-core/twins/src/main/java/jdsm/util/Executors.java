package jdsm.util;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * What methods of {@link java.util.concurrent.Executors} are replaced by in woven code, so that their results can be shared.
 * Each method has the parameters of the one that it replaces.
 */
public final class Executors {
    private static final int USUAL_SECONDS = 60;

    private Executors() {}

    /** {@link java.util.concurrent.Executors#newFixedThreadPool(int)}. */
    public static ExecutorService newFixedThreadPool(int size) {
        return fixed(size, defaultThreadFactory());
    }

    /** {@link java.util.concurrent.Executors#newFixedThreadPool(int, ThreadFactory)}. */
    public static ExecutorService newFixedThreadPool(int size, ThreadFactory threads) {
        return fixed(size, threads);
    }

    private static ThreadPoolExecutor fixed(int size, ThreadFactory threads) {
        return new ThreadPoolExecutor(size, size, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), threads);
    }

    /** {@link java.util.concurrent.Executors#newSingleThreadExecutor()}. */
    public static ExecutorService newSingleThreadExecutor() {
        return new ExecutorView(fixed(1, defaultThreadFactory()));
    }

    /** {@link java.util.concurrent.Executors#newSingleThreadExecutor(ThreadFactory)}. */
    public static ExecutorService newSingleThreadExecutor(ThreadFactory threads) {
        return new ExecutorView(fixed(1, threads));
    }

    /** {@link java.util.concurrent.Executors#newCachedThreadPool()}. */
    public static ExecutorService newCachedThreadPool() {
        return unbounded(USUAL_SECONDS, defaultThreadFactory());
    }

    /** {@link java.util.concurrent.Executors#newCachedThreadPool(ThreadFactory)}. */
    public static ExecutorService newCachedThreadPool(ThreadFactory threads) {
        return unbounded(USUAL_SECONDS, threads);
    }

    private static ThreadPoolExecutor unbounded(int seconds, ThreadFactory threads) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, seconds, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
    }

    /** {@code java.util.concurrent.Executors.newThreadPerTaskExecutor} of Java 21. */
    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory threads) {
        return new ExecutorView(unbounded(0, threads));
    }

    /** {@code java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor} of Java 21. */
    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return newThreadPerTaskExecutor(new VirtualThreads());
    }

    /** {@link java.util.concurrent.Executors#newSingleThreadScheduledExecutor()}. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
        return new ScheduledView(new ScheduledThreadPoolExecutor(1));
    }

    /** {@link java.util.concurrent.Executors#newSingleThreadScheduledExecutor(ThreadFactory)}. */
    public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory threads) {
        return new ScheduledView(new ScheduledThreadPoolExecutor(1, threads));
    }

    /** {@link java.util.concurrent.Executors#newScheduledThreadPool(int)}. */
    public static ScheduledExecutorService newScheduledThreadPool(int core) {
        return new ScheduledThreadPoolExecutor(core);
    }

    /** {@link java.util.concurrent.Executors#newScheduledThreadPool(int, ThreadFactory)}. */
    public static ScheduledExecutorService newScheduledThreadPool(int core, ThreadFactory threads) {
        return new ScheduledThreadPoolExecutor(core, threads);
    }

    /** {@link java.util.concurrent.Executors#unconfigurableExecutorService}. */
    public static ExecutorService unconfigurableExecutorService(ExecutorService executor) {
        return new ExecutorView(Objects.requireNonNull(executor));
    }

    /** {@link java.util.concurrent.Executors#unconfigurableScheduledExecutorService}. */
    public static ScheduledExecutorService unconfigurableScheduledExecutorService(ScheduledExecutorService executor) {
        return new ScheduledView(Objects.requireNonNull(executor));
    }

    /** {@link java.util.concurrent.Executors#defaultThreadFactory}. */
    public static ThreadFactory defaultThreadFactory() {
        return new PoolThreads();
    }

    /** {@link java.util.concurrent.Executors#callable(Runnable)}. */
    public static Callable<Object> callable(Runnable task) {
        return new FutureTask.WithResult<>(task, null);
    }

    /** {@link java.util.concurrent.Executors#callable(Runnable, Object)}. */
    public static <T> Callable<T> callable(Runnable task, T result) {
        return new FutureTask.WithResult<>(task, result);
    }
}
