package jdsm.util;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import jdsm.Local;

/** The twin of {@link java.util.concurrent.FutureTask}. Any rank may run it, and threads of any ranks may wait. */
public class FutureTask<V> extends java.util.concurrent.FutureTask<V> {
    /** Its monitor guards all state of this class. */
    private final Completion<V> completion = new Completion<>();

    /** Null after the task has completed. */
    private Callable<V> task;

    private boolean isRunning;
    private boolean isCancelled;
    /** By which other ranks have the task interrupted; null while it does not run. */
    private Interrupts interrupts;

    /** The thread that runs the task; null on other ranks than that thread's. */
    @Local
    private Thread runner;

    /** A task with a given result. */
    static final class WithResult<V> implements Callable<V> {
        private final Runnable action;
        private final V result;

        WithResult(Runnable action, V result) {
            this.action = Objects.requireNonNull(action);
            this.result = result;
        }

        @Override
        public V call() {
            action.run();
            return result;
        }

        @Override
        public String toString() {
            return super.toString() + "[Wrapped task = " + action + "]";
        }
    }

    /** The thread that runs a task, if there is one. */
    private static final class Running implements Interrupts.Target {
        private final FutureTask<?> task;

        private Running(FutureTask<?> task) {
            this.task = task;
        }

        @Override
        public void interruptOwn() {
            task.interruptRunner();
        }
    }

    /** As {@link java.util.concurrent.FutureTask#FutureTask(Callable)}. */
    public FutureTask(Callable<V> task) {
        super(() -> null);
        this.task = Objects.requireNonNull(task);
    }

    /** As {@link java.util.concurrent.FutureTask#FutureTask(Runnable, Object)}. */
    public FutureTask(Runnable action, V result) {
        this(new WithResult<>(action, result));
    }

    @Override
    public boolean isDone() {
        return completion.outcome() != null;
    }

    @Override
    public boolean isCancelled() {
        return wasCancelled();
    }

    private boolean wasCancelled() {
        synchronized (completion) {
            return isCancelled;
        }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        synchronized (completion) {
            if (!completion.complete(Outcome.failed(new CancellationException()))) {
                return false;
            }
            isCancelled = true;
            if (mayInterrupt && runner != null) {
                runner.interrupt();
            } else if (mayInterrupt && interrupts != null) {
                interrupts.wish(new Running(this));
            }
        }
        finish();
        return true;
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        return got(completion.await());
    }

    @Override
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        return got(completion.await(timeout, unit));
    }

    private V got(Outcome<V> outcome) throws ExecutionException {
        if (wasCancelled()) {
            throw new CancellationException();
        } else if (outcome.failure != null) {
            throw new ExecutionException(outcome.failure);
        }
        return outcome.value;
    }

    /** The value, as of {@code Future.resultNow} of Java 19. */
    public V resultNow() {
        Outcome<V> outcome = completion.outcome();
        if (outcome == null || outcome.failure != null) {
            throw Outcome.notNow(outcome, wasCancelled());
        }
        return outcome.value;
    }

    /** The failure, as of {@code Future.exceptionNow} of Java 19. */
    public Throwable exceptionNow() {
        Outcome<V> outcome = completion.outcome();
        if (outcome == null || outcome.failure == null || wasCancelled()) {
            throw Outcome.notNow(outcome, wasCancelled());
        }
        return outcome.failure;
    }

    @Override
    protected void done() {}

    @Override
    protected void set(V value) {
        end(Outcome.of(value));
    }

    @Override
    protected void setException(Throwable failure) {
        end(Outcome.failed(failure));
    }

    private void end(Outcome<V> outcome) {
        if (completion.complete(outcome)) {
            finish();
        }
    }

    private void finish() {
        done();
        synchronized (completion) {
            task = null;
        }
    }

    @Override
    public void run() {
        run(this::set);
    }

    @Override
    protected boolean runAndReset() {
        return run(value -> {});
    }

    /** Runs the task, unless it has completed or runs already; returns whether it ran, did not fail and was not cancelled. */
    private boolean run(Consumer<V> keep) {
        Callable<V> todo = begin();
        if (todo == null) {
            return false;
        }
        try {
            V value;
            try {
                value = todo.call();
            } catch (Throwable e) {
                setException(e);
                return false;
            }
            keep.accept(value);
            return !isDone();
        } finally {
            leave();
        }
    }

    private Callable<V> begin() {
        synchronized (completion) {
            if (isRunning || completion.outcome() != null) {
                return null;
            }
            isRunning = true;
            runner = Thread.currentThread();
            interrupts = Interrupts.mine();
            return task;
        }
    }

    private void leave() {
        synchronized (completion) {
            isRunning = false;
            runner = null;
            interrupts = null;
        }
    }

    private void interruptRunner() {
        synchronized (completion) {
            if (runner != null) {
                runner.interrupt();
            }
        }
    }

    @Override
    public String toString() {
        Outcome<V> outcome = completion.outcome();
        String state;
        if (outcome == null) {
            Callable<V> todo;
            synchronized (completion) {
                todo = task;
            }
            state = todo == null ? "Not completed" : "Not completed, task = " + todo;
        } else if (wasCancelled()) {
            state = "Cancelled";
        } else {
            state = outcome.failure == null ? "Completed normally" : "Completed exceptionally: " + outcome.failure;
        }
        return getClass().getName() + "@" + Integer.toHexString(hashCode()) + "[" + state + "]";
    }
}
