package jdsm.util;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** The value or the failure with which a future completed. Immutable. */
final class Outcome<T> {
    final T value;
    /** Null if the future completed normally. */
    final Throwable failure;

    private Outcome(T value, Throwable failure) {
        this.value = value;
        this.failure = failure;
    }

    static <T> Outcome<T> of(T value) {
        return new Outcome<>(value, null);
    }

    static <T> Outcome<T> failed(Throwable failure) {
        return new Outcome<>(null, failure);
    }

    boolean isCancelled() {
        return failure instanceof CancellationException;
    }

    /** The same outcome for a dependent future: a failure is wrapped in a {@link CompletionException}. */
    Outcome<T> passedOn() {
        return failure == null || failure instanceof CompletionException
                ? this
                : failed(new CompletionException(failure));
    }

    /** The same outcome for a future of another type, to which no function maps it: its value is of both types. */
    @SuppressWarnings("unchecked")
    <U> Outcome<U> retyped() {
        return (Outcome<U>) passedOn();
    }

    /** The failure as it was before a stage passed it on. */
    Throwable unwrapped() {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /**
     * The exception of a future that does not have the result or failure which is asked for.
     *
     * @param known null if the future has not completed
     */
    static IllegalStateException notNow(Outcome<?> known, boolean isCancelled) {
        if (known == null) {
            return new IllegalStateException("Task has not completed");
        } else if (isCancelled) {
            return new IllegalStateException("Task was cancelled");
        }
        return new IllegalStateException("Task completed with " + (known.failure == null ? "a result" : "exception"));
    }
}
