package jdsm.util;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What executors do with several tasks, and with those that have results. */
final class Submissions {
    private Submissions() {}

    /** A task of an executor, which may make its own ones. */
    static <T> RunnableFuture<T> made(Executor executor, Callable<T> task) {
        if (executor instanceof ThreadPoolExecutor pool) {
            return pool.newTaskFor(task);
        } else if (executor instanceof ScheduledThreadPoolExecutor pool) {
            return pool.newTaskFor(task);
        }
        return executor instanceof AbstractExecutorService service ? service.newTaskFor(task) : new FutureTask<>(task);
    }

    /** As the other method. */
    static <T> RunnableFuture<T> made(Executor executor, Runnable task, T value) {
        if (executor instanceof ThreadPoolExecutor pool) {
            return pool.newTaskFor(task, value);
        } else if (executor instanceof ScheduledThreadPoolExecutor pool) {
            return pool.newTaskFor(task, value);
        }
        return executor instanceof AbstractExecutorService service
                ? service.newTaskFor(task, value)
                : new FutureTask<>(task, value);
    }

    static <T> RunnableFuture<T> given(Executor executor, RunnableFuture<T> task) {
        executor.execute(task);
        return task;
    }

    /**
     * Runs all tasks.
     *
     * @param deadline null for no limit
     * @return the futures of all tasks, which have ended or been cancelled
     */
    static <T> List<Future<T>> all(Executor executor, Collection<? extends Callable<T>> tasks, Deadline deadline)
            throws InterruptedException {
        ArrayList<Future<T>> futures = new ArrayList<>(tasks.size());
        ArrayList<RunnableFuture<T>> left = new ArrayList<>(tasks.size());
        for (Callable<T> task : tasks) {
            RunnableFuture<T> future = made(executor, Objects.requireNonNull(task));
            futures.add(future);
            left.add(future);
        }
        boolean complete = false;
        try {
            for (RunnableFuture<T> future : left) {
                if (deadline != null && deadline.leftNanos() <= 0) {
                    return futures;
                }
                executor.execute(future);
            }
            for (Future<T> future : futures) {
                await(future, deadline);
            }
            complete = true;
        } catch (TimeoutException e) {
            // the others are cancelled
        } finally {
            if (!complete) {
                cancel(futures);
            }
        }
        return futures;
    }

    private static void await(Future<?> future, Deadline deadline) throws InterruptedException, TimeoutException {
        try {
            if (deadline == null) {
                future.get();
            } else {
                future.get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (CancellationException | ExecutionException e) {
            // its future says so
        }
    }

    private static void cancel(ArrayList<? extends Future<?>> futures) {
        for (Future<?> future : futures) {
            future.cancel(true);
        }
    }

    /** The result of the first task that succeeds. Others are cancelled, or do not begin. */
    static <T> T any(Executor executor, Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        try {
            return any(executor, tasks, null);
        } catch (TimeoutException e) {
            throw new AssertionError("without a limit", e);
        }
    }

    /** As the other method, within a time limit. */
    static <T> T any(Executor executor, Collection<? extends Callable<T>> tasks, Deadline deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException();
        }
        ExecutorCompletionService<T> done = new ExecutorCompletionService<>(executor);
        ArrayList<Future<T>> begun = new ArrayList<>();
        Iterator<? extends Callable<T>> others = tasks.iterator();
        ExecutionException failure = null;
        int running = 0;
        try {
            while (others.hasNext() || running > 0) {
                Future<T> next = done.poll();
                if (next == null && others.hasNext()) {
                    begun.add(done.submit(others.next()));
                    running++;
                    continue;
                } else if (next == null) {
                    next = deadline == null ? done.take() : done.poll(deadline.leftNanos(), TimeUnit.NANOSECONDS);
                }
                if (next == null) {
                    throw new TimeoutException();
                }
                running--;
                try {
                    return next.get();
                } catch (ExecutionException e) {
                    failure = e;
                } catch (RuntimeException e) {
                    failure = new ExecutionException(e);
                }
            }
            throw failure;
        } finally {
            cancel(begun);
        }
    }
}
