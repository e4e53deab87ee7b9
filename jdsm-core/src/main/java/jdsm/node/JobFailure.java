package jdsm.node;

import java.util.Optional;
import java.util.function.Consumer;

/** The first thing that went wrong in a job, as one rank sees it. Thread-safe. */
final class JobFailure {
    /**
     * @param here whether it happened on this rank; otherwise this rank ends because another one did
     * @param text one line
     * @param cause to be shown with its stack trace, or null where the line says all
     */
    record Failure(boolean here, String text, Throwable cause) {}

    private final Consumer<Failure> onFirst;
    private Failure first;

    /** @param onFirst called once, by whoever reports first */
    JobFailure(Consumer<Failure> onFirst) {
        this.onFirst = onFirst;
    }

    /** Reports; what comes after the first is a consequence of it, and dropped. */
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
