package jdsm.runtime;

import java.util.function.Consumer;

/**
 * The last error of a thread of this process whose stack ran over in the runtime's own code. What the thread was about to do is half done then: a
 * lock is kept, or a message half made. A program that catches the error cannot know of that; so its rank ends. Thread-safe.
 */
public final class Overruns {
    /** The error, or null. Where it is caught, no stack is left even for the call of a method. */
    public static volatile StackOverflowError last;

    private Overruns() {}

    /** Calls {@code ends} with the error, once, if there is one. */
    public static void take(Consumer<StackOverflowError> ends) {
        StackOverflowError noted = last;
        if (noted != null) {
            last = null;
            ends.accept(noted);
        }
    }
}
