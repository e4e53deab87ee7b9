package jdsm.node;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Why a job ends before its program has run to the end: its first failure, or a call of the program's that ends the JVM,
 * as one rank sees it. Thread-safe.
 */
final class JobFailure {
    /**
     * A failure.
     *
     * @param here whether the failure arose on this rank; otherwise this rank ends because of another one
     * @param text the reason, in one line
     * @param cause an error whose stack trace is to be shown; null if the text suffices
     */
    record Failure(boolean here, String text, Throwable cause) {}

    /**
     * A call of the program that ends the JVM.
     *
     * @param halts whether the JVM ends without its shutdown hooks
     */
    record Exit(int status, boolean halts) {
        /** Ends this JVM in the same way. Does not return. */
        void run() {
            if (halts) {
                Runtime.getRuntime().halt(status);
            }
            System.exit(status);
        }
    }

    private final Consumer<Failure> onFirst;
    private Failure first;
    private Exit exit;
    private boolean complete;

    /** @param onFirst receives the first failure, in the thread that reports it */
    JobFailure(Consumer<Failure> onFirst) {
        this.onFirst = onFirst;
    }

    /** Reports a failure. Only the first counts: later ones are consequences of it, and are dropped. */
    void report(boolean here, String text, Throwable cause) {
        Failure failure = new Failure(here, text, cause);
        synchronized (this) {
            if (isOver()) {
                return;
            }
            first = failure;
        }
        onFirst.accept(failure);
    }

    /**
     * Records that the program ends the job. What fails later is a consequence, and is dropped.
     *
     * @return false if the job has failed, or the program has ended it before
     */
    synchronized boolean exits(Exit by) {
        if (isOver()) {
            return false;
        }
        exit = by;
        return true;
    }

    /**
     * Records that the program has run to its end on all ranks, and that this one has written what belongs there.
     *
     * @return false if the job has failed, or the program has ended it before
     */
    synchronized boolean completes() {
        complete = !isOver();
        return complete;
    }

    synchronized boolean isComplete() {
        return complete;
    }

    /** Whether the job has failed, or the program has ended it. */
    synchronized boolean isOver() {
        return first != null || exit != null;
    }

    synchronized Optional<Exit> exit() {
        return Optional.ofNullable(exit);
    }

    synchronized Optional<Failure> first() {
        return Optional.ofNullable(first);
    }
}
