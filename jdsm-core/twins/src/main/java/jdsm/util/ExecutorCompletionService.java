package jdsm.util;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;

/** The twin of {@link java.util.concurrent.ExecutorCompletionService}. Any rank takes futures, whichever ran their tasks. */
public class ExecutorCompletionService<V> extends java.util.concurrent.ExecutorCompletionService<V> {
    private final Executor executor;
    private final BlockingQueue<Future<V>> done;

    /** A task whose future a queue gets when it is done. */
    private static final class Announced<V> extends FutureTask<Void> {
        private final RunnableFuture<V> task;
        private final BlockingQueue<Future<V>> done;

        private Announced(RunnableFuture<V> task, BlockingQueue<Future<V>> done) {
            super(task, null);
            this.task = task;
            this.done = done;
        }

        @Override
        protected void done() {
            done.add(task);
        }
    }

    /** As {@link java.util.concurrent.ExecutorCompletionService#ExecutorCompletionService(Executor)}. */
    public ExecutorCompletionService(Executor executor) {
        this(executor, new LinkedBlockingQueue<>());
    }

    /** As the JDK's constructor with these parameters. */
    public ExecutorCompletionService(Executor executor, BlockingQueue<Future<V>> done) {
        super(executor, done); // looks at both
        this.executor = executor;
        this.done = done;
    }

    @Override
    public Future<V> submit(Callable<V> task) {
        Objects.requireNonNull(task);
        return given(Submissions.made(executor, task));
    }

    @Override
    public Future<V> submit(Runnable task, V result) {
        Objects.requireNonNull(task);
        return given(Submissions.made(executor, task, result));
    }

    private Future<V> given(RunnableFuture<V> task) {
        executor.execute(new Announced<>(task, done));
        return task;
    }

    @Override
    public Future<V> take() throws InterruptedException {
        return done.take();
    }

    @Override
    public Future<V> poll() {
        return done.poll();
    }

    @Override
    public Future<V> poll(long timeout, TimeUnit unit) throws InterruptedException {
        return done.poll(timeout, unit);
    }
}
