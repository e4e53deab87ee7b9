package jdsm.runtime;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * A call that the runtime refuses because its effect would not be the same on all ranks. The refusal fails the job at the moment
 * it is made, whichever thread made the call and whoever catches the exception: a program that goes on without the refused effect
 * would compute something else. Thread-safe; does not block.
 */
public final class Refusal {
    private static final Consumer<RuntimeException> NOBODY = refused -> {};

    private static volatile Consumer<RuntimeException> receiver = NOBODY;

    private Refusal() {}

    /** @param onRefusal told of each refusal by the refused thread, before that sees the exception */
    public static void begin(Consumer<RuntimeException> onRefusal) {
        receiver = Objects.requireNonNull(onRefusal, "onRefusal");
    }

    /** The job has ended: later refusals are the caller's alone. */
    public static void end() {
        receiver = NOBODY;
    }

    /**
     * Fails the job.
     *
     * @param message one line: what is refused, of which class or field, and what to write instead
     * @return the exception to throw
     */
    public static UnsupportedOperationException of(String message) {
        return of(new UnsupportedOperationException(message));
    }

    /** As {@link #of(String)}, where an API documents another exception. */
    public static <E extends RuntimeException> E of(E refused) {
        receiver.accept(refused);
        return refused;
    }
}
