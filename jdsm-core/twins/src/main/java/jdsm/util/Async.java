package jdsm.util;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A computation of a future in the queue of a fork-join pool. A thread of the pool that waits for a future runs it meanwhile. */
final class Async extends ForkJoinTask<Void>
        implements Runnable, java.util.concurrent.CompletableFuture.AsynchronousCompletionTask {
    private static final long serialVersionUID = 1L;

    private final transient Dependent<?, ?> work;

    private Async(Dependent<?, ?> work) {
        this.work = work;
    }

    static void execute(Executor executor, Dependent<?, ?> work) {
        executor.execute(executor instanceof ForkJoinPool ? new Async(work) : work);
    }

    /** Runs the computation that the calling thread has queued last, unless another thread has taken it; returns whether it did. */
    static boolean runOne() {
        ForkJoinTask<?> task = peekNextLocalTask();
        boolean takes = task instanceof Async && task.tryUnfork();
        if (takes) {
            ((Async) task).run();
        }
        return takes;
    }

    @Override
    public void run() {
        work.run();
    }

    @Override
    protected boolean exec() {
        run();
        return false; // nobody joins this task
    }

    @Override
    public Void getRawResult() {
        return null;
    }

    @Override
    protected void setRawResult(Void value) {}
}
