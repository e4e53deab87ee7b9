package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdsm.Local;

/**
 * The twin of {@link java.util.concurrent.ThreadPoolExecutor}. Any rank may give tasks to it; they run on any rank that has
 * given some. The limits of threads count those of all ranks.
 */
public class ThreadPoolExecutor extends java.util.concurrent.ThreadPoolExecutor {
    /** Of the JDK's part, which has no thread. */
    @Local
    private static final BlockingQueue<Runnable> UNUSED = new java.util.concurrent.SynchronousQueue<>();

    private final Pool pool;

    /** Calls the methods that a subclass may override. */
    private static final class Calls implements Pool.Hooks {
        private final ThreadPoolExecutor executor;

        private Calls(ThreadPoolExecutor executor) {
            this.executor = executor;
        }

        @Override
        public void before(Thread thread, Runnable task) {
            executor.beforeExecute(thread, task);
        }

        @Override
        public void after(Runnable task, Throwable failure) {
            executor.afterExecute(task, failure);
        }

        @Override
        public void ended() {
            executor.terminated();
        }
    }

    /** The twin of {@link java.util.concurrent.ThreadPoolExecutor.AbortPolicy}. */
    public static class AbortPolicy extends java.util.concurrent.ThreadPoolExecutor.AbortPolicy {
        @Override
        public void rejectedExecution(Runnable task, java.util.concurrent.ThreadPoolExecutor executor) {
            throw new RejectedExecutionException("Task " + task + " rejected from " + executor);
        }
    }

    /** The twin of {@link java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy}. */
    public static class CallerRunsPolicy extends java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy {
        @Override
        public void rejectedExecution(Runnable task, java.util.concurrent.ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                task.run();
            }
        }
    }

    /** The twin of {@link java.util.concurrent.ThreadPoolExecutor.DiscardPolicy}. */
    public static class DiscardPolicy extends java.util.concurrent.ThreadPoolExecutor.DiscardPolicy {
        @Override
        public void rejectedExecution(Runnable task, java.util.concurrent.ThreadPoolExecutor executor) {}
    }

    /** The twin of {@link java.util.concurrent.ThreadPoolExecutor.DiscardOldestPolicy}. */
    public static class DiscardOldestPolicy extends java.util.concurrent.ThreadPoolExecutor.DiscardOldestPolicy {
        @Override
        public void rejectedExecution(Runnable task, java.util.concurrent.ThreadPoolExecutor executor) {
            if (!executor.isShutdown()) {
                executor.getQueue().poll();
                executor.execute(task);
            }
        }
    }

    /** As the JDK's constructor with these parameters. */
    public ThreadPoolExecutor(int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), new AbortPolicy());
    }

    /** As the JDK's constructor with these parameters. */
    public ThreadPoolExecutor(
            int core, int most, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue, ThreadFactory threads) {
        this(core, most, keepAlive, unit, queue, threads, new AbortPolicy());
    }

    /** As the JDK's constructor with these parameters. */
    public ThreadPoolExecutor(
            int core,
            int most,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, most, keepAlive, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    /** As the JDK's constructor with these parameters. */
    public ThreadPoolExecutor(
            int core,
            int most,
            long keepAlive,
            TimeUnit unit,
            BlockingQueue<Runnable> queue,
            ThreadFactory threads,
            RejectedExecutionHandler handler) {
        super(core, most, keepAlive, unit, queue == null ? null : UNUSED, threads, handler); // looks at all of them
        pool = new Pool(new Calls(this), core, most, unit.toNanos(keepAlive), queue, threads, handler);
    }

    @Override
    public void execute(Runnable task) {
        if (!pool.execute(Objects.requireNonNull(task))) {
            pool.refusal().rejectedExecution(task, this);
            pool.look(); // the handler may have put the task into the queue
        }
    }

    @Override
    public Future<?> submit(Runnable task) {
        return Submissions.given(this, newTaskFor(Objects.requireNonNull(task), null));
    }

    @Override
    public <T> Future<T> submit(Runnable task, T value) {
        return Submissions.given(this, newTaskFor(Objects.requireNonNull(task), value));
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return Submissions.given(this, newTaskFor(Objects.requireNonNull(task)));
    }

    @Override
    public void shutdown() {
        pool.shutDown();
        pool.endIfLeft();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return pool.stop();
    }

    @Override
    public boolean isShutdown() {
        return pool.isShut();
    }

    @Override
    public boolean isTerminating() {
        return pool.isShut() && !pool.hasEnded();
    }

    @Override
    public boolean isTerminated() {
        return pool.hasEnded();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return pool.awaitEnd(timeout, unit);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return Submissions.all(this, tasks, null);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        return Submissions.all(this, tasks, new Deadline(unit.toNanos(timeout)));
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        return Submissions.any(this, tasks);
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return Submissions.any(this, tasks, new Deadline(unit.toNanos(timeout)));
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FutureTask<>(task);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
        return new FutureTask<>(task, value);
    }

    @Override
    public void setThreadFactory(ThreadFactory threads) {
        pool.threadFactory(Objects.requireNonNull(threads));
    }

    @Override
    public ThreadFactory getThreadFactory() {
        return pool.threadFactory();
    }

    @Override
    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        pool.refusal(Objects.requireNonNull(handler));
    }

    @Override
    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return pool.refusal();
    }

    @Override
    public void setCorePoolSize(int size) {
        pool.core(size);
    }

    @Override
    public int getCorePoolSize() {
        return pool.core();
    }

    @Override
    public void setMaximumPoolSize(int size) {
        pool.most(size);
    }

    @Override
    public int getMaximumPoolSize() {
        return pool.most();
    }

    @Override
    public boolean prestartCoreThread() {
        return pool.startOne();
    }

    @Override
    public int prestartAllCoreThreads() {
        int started = 0;
        while (pool.startOne()) {
            started++;
        }
        return started;
    }

    @Override
    public boolean allowsCoreThreadTimeOut() {
        return pool.coreMayEnd();
    }

    @Override
    public void allowCoreThreadTimeOut(boolean mayEnd) {
        pool.coreMayEnd(mayEnd);
    }

    @Override
    public void setKeepAliveTime(long time, TimeUnit unit) {
        pool.keepAlive(unit.toNanos(time));
    }

    @Override
    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(pool.keepAliveNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public BlockingQueue<Runnable> getQueue() {
        return pool.queue();
    }

    @Override
    public boolean remove(Runnable task) {
        return pool.remove(task);
    }

    @Override
    public void purge() {
        pool.purge();
    }

    @Override
    public int getPoolSize() {
        return pool.size();
    }

    @Override
    public int getActiveCount() {
        return pool.active();
    }

    @Override
    public int getLargestPoolSize() {
        return pool.largest();
    }

    @Override
    public long getTaskCount() {
        return pool.all();
    }

    @Override
    public long getCompletedTaskCount() {
        return pool.completed();
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {}

    @Override
    protected void afterExecute(Runnable task, Throwable failure) {}

    @Override
    protected void terminated() {}

    @Override
    public String toString() {
        return getClass().getName() + "@" + Integer.toHexString(hashCode()) + pool;
    }
}
