package jdsm.util;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The twin of {@link java.util.concurrent.AbstractExecutorService}: its futures can be shared. */
public abstract class AbstractExecutorService extends java.util.concurrent.AbstractExecutorService {
    /** As the JDK's constructor. */
    protected AbstractExecutorService() {}

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FutureTask<>(task);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T value) {
        return new FutureTask<>(task, value);
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
}
