package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The twin of {@link java.util.concurrent.ScheduledThreadPoolExecutor}: as that of its superclass, with a queue of delayed tasks. */
public class ScheduledThreadPoolExecutor extends java.util.concurrent.ScheduledThreadPoolExecutor {
    private static final int KEEP_ALIVE_MILLIS = 10;

    private final Pool pool;
    private final Delays delays;

    /** Calls the methods that a subclass may override. */
    private static final class Calls implements Pool.Hooks {
        private final ScheduledThreadPoolExecutor executor;

        private Calls(ScheduledThreadPoolExecutor executor) {
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

    /** As {@link java.util.concurrent.ScheduledThreadPoolExecutor#ScheduledThreadPoolExecutor(int)}. */
    public ScheduledThreadPoolExecutor(int core) {
        this(core, Executors.defaultThreadFactory(), new ThreadPoolExecutor.AbortPolicy());
    }

    /** As the JDK's constructor with these parameters. */
    public ScheduledThreadPoolExecutor(int core, ThreadFactory threads) {
        this(core, threads, new ThreadPoolExecutor.AbortPolicy());
    }

    /** As the JDK's constructor with these parameters. */
    public ScheduledThreadPoolExecutor(int core, RejectedExecutionHandler handler) {
        this(core, Executors.defaultThreadFactory(), handler);
    }

    /** As the JDK's constructor with these parameters. */
    public ScheduledThreadPoolExecutor(int core, ThreadFactory threads, RejectedExecutionHandler handler) {
        super(core, threads, handler); // looks at all of them
        BlockingQueue<Runnable> queue = Delays.queue();
        long keepAlive = TimeUnit.MILLISECONDS.toNanos(KEEP_ALIVE_MILLIS);
        pool = new Pool(new Calls(this), core, Integer.MAX_VALUE, keepAlive, queue, threads, handler);
        delays = new Delays(pool);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Objects.requireNonNull(task);
        Callable<Void> body = new FutureTask.WithResult<>(task, null);
        DelayedTask<Void> made = new DelayedTask<>(delays, body, unit.toNanos(delay), 0);
        return put(made, decorateTask(task, made));
    }

    @Override
    public <T> ScheduledFuture<T> schedule(Callable<T> task, long delay, TimeUnit unit) {
        Objects.requireNonNull(task);
        DelayedTask<T> made = new DelayedTask<>(delays, task, unit.toNanos(delay), 0);
        return put(made, decorateTask(task, made));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        return periodic(task, delay, period, unit, 1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
        return periodic(task, delay, pause, unit, -1);
    }

    private ScheduledFuture<?> periodic(Runnable task, long delay, long period, TimeUnit unit, int sign) {
        Objects.requireNonNull(task);
        if (period <= 0) {
            throw new IllegalArgumentException();
        }
        Callable<Void> body = new FutureTask.WithResult<>(task, null);
        DelayedTask<Void> made = new DelayedTask<>(delays, body, unit.toNanos(delay), sign * unit.toNanos(period));
        return put(made, decorateTask(task, made));
    }

    private <T> ScheduledFuture<T> put(DelayedTask<T> made, RunnableScheduledFuture<T> decorated) {
        made.isKnownAs(decorated);
        if (!pool.enqueue(decorated, false)) {
            pool.refusal().rejectedExecution(decorated, this);
        }
        return decorated;
    }

    /** As {@link java.util.concurrent.ScheduledThreadPoolExecutor#decorateTask}. */
    @Override
    protected <V> RunnableScheduledFuture<V> decorateTask(Runnable task, RunnableScheduledFuture<V> made) {
        return made;
    }

    /** As {@link java.util.concurrent.ScheduledThreadPoolExecutor#decorateTask}. */
    @Override
    protected <V> RunnableScheduledFuture<V> decorateTask(Callable<V> task, RunnableScheduledFuture<V> made) {
        return made;
    }

    @Override
    public void execute(Runnable task) {
        schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T value) {
        return schedule(Executors.callable(task, value), 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    @Override
    public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean value) {
        delays.keepPeriodic(value);
    }

    @Override
    public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
        return delays.keepsPeriodic();
    }

    @Override
    public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean value) {
        delays.keepDelayed(value);
    }

    @Override
    public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
        return delays.keepsDelayed();
    }

    @Override
    public void setRemoveOnCancelPolicy(boolean value) {
        delays.removeCancelled(value);
    }

    @Override
    public boolean getRemoveOnCancelPolicy() {
        return delays.removesCancelled();
    }

    @Override
    public void shutdown() {
        pool.shutDown();
        delays.cancelRest();
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
