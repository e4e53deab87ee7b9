package jdsm.comm.ucx;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.CommException;
import jdsm.comm.RegionKey;

/** An access to another rank's memory that is under way. The worker's lock guards it, except for the outcome. */
abstract class Operation {
    private final RegionKey key;
    private final CompletableFuture<Void> future = new CompletableFuture<>();
    /** The thread that waits, if one does. */
    private volatile Thread waiter;

    private CommException failure;
    private volatile boolean done;

    Operation(RegionKey key) {
        this.key = key;
    }

    final RegionKey key() {
        return key;
    }

    /** Gives the access to UCX; the region's key is known. Under the worker's lock. */
    abstract void issue(RemoteRegion region);

    /** Settles the outcome once; {@code cause} is null after success. Returns whether this call did. */
    final boolean settle(CommException cause) {
        if (done) {
            return false;
        }
        failure = cause;
        done = true;
        LockSupport.unpark(waiter);
        return true;
    }

    /** Whether the outcome is there: the program may use its buffer. */
    final boolean isSettled() {
        return done;
    }

    /** Completes the future. Runs code of the program: without a lock. */
    final void complete() {
        if (failure == null) {
            future.complete(null);
        } else {
            future.completeExceptionally(failure);
        }
    }

    final CompletableFuture<Void> future() {
        return future;
    }

    /** Blocks until the outcome is there, and throws a failure. */
    final void await(Progress progress) {
        waiter = Thread.currentThread();
        progress.await(() -> done);
        if (failure != null) {
            throw new CommException(failure.reason(), failure.peer(), failure.getMessage(), failure);
        }
    }

    /** Blocks until the outcome is there, whatever it is. */
    final void awaitOutcome(Progress progress) {
        progress.await(() -> done);
    }
}
