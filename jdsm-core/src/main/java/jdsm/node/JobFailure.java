package jdsm.node;

import java.util.Optional;
import java.util.function.Consumer;

/** The first failure of a job, as one rank sees it. Thread-safe. */
final class JobFailure {
    /**
     * A failure.
     *
     * @param here whether the failure arose on this rank; otherwise this rank ends because of another one
     * @param text the reason, in one line
     * @param cause an error whose stack trace is to be shown; null if the text suffices
     */
    record Failure(boolean here, String text, Throwable cause) {}

    private final Consumer<Failure> onFirst;
    private Failure first;

    /** @param onFirst receives the first failure, in the thread that reports it */
    JobFailure(Consumer<Failure> onFirst) {
        this.onFirst = onFirst;
    }

    /** Reports a failure. Only the first counts: later ones are consequences of it, and are dropped. */
    void report(boolean here, String text, Throwable cause) {
        Failure failure = new Failure(here, text, cause);
        synchronized (this) {
            if (first != null) {
                return;
            }
            first = failure;
        }
        onFirst.accept(failure);
    }

    synchronized Optional<Failure> first() {
        return Optional.ofNullable(first);
    }
}
