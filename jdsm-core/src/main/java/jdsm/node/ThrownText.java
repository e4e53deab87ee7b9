package jdsm.node;

import java.io.PrintStream;

/** What exceptions of the program say. Their own methods may throw, for instance because they read a shared field after the job has failed. */
final class ThrownText {
    private ThrownText() {}

    /** The exception as text; at least its class. */
    static String of(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (RuntimeException | Error e) {
            return unread(thrown, e);
        }
    }

    /** Prints the exception with its frames. */
    static void print(Throwable thrown, PrintStream to) {
        try {
            thrown.printStackTrace(to);
        } catch (RuntimeException | Error e) {
            to.println(unread(thrown, e));
            for (StackTraceElement frame : e.getStackTrace()) {
                to.println("\tat " + frame);
            }
        }
    }

    private static String unread(Throwable thrown, Throwable why) {
        return thrown.getClass().getName() + ", whose text cannot be read: "
                + why.getClass().getName();
    }
}
