package jdsm.runtime;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Refuses a call of the program whose effect would not be the same on all ranks. A refusal fails the job at once, in
 * whichever thread, also if the program catches the exception: a program that continued without the refused effect
 * would compute a wrong result. Thread-safe; does not block.
 */
public final class Refusal {
    private static final Consumer<RuntimeException> NOBODY = refused -> {};

    private static volatile Consumer<RuntimeException> receiver = NOBODY;

    private Refusal() {}

    /**
     * Sets the receiver of refusals.
     *
     * @param onRefusal called by the refused thread with each refusal, before the thread sees the exception
     */
    public static void begin(Consumer<RuntimeException> onRefusal) {
        receiver = Objects.requireNonNull(onRefusal, "onRefusal");
    }

    /** Ends the reports at the end of the job; later refusals only throw. */
    public static void end() {
        receiver = NOBODY;
    }

    /**
     * Fails the job and makes the exception.
     *
     * @param message one line: the refused call, the class or field, and the code to write instead
     * @return the exception, for the caller to throw
     */
    public static UnsupportedOperationException of(String message) {
        return of(new UnsupportedOperationException(message));
    }

    /** As {@link #of(String)}, for an API that documents another exception. */
    public static <E extends RuntimeException> E of(E refused) {
        receiver.accept(refused);
        return refused;
    }
}
