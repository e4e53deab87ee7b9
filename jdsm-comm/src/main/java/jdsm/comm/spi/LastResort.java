package jdsm.comm.spi;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Ends a process whose heap is so full that not even a failure can be handled: to report one takes memory as well, and
 * a rank that cannot report it would keep its peers waiting. A rank that shares its JVM with others is not ended.
 * Thread-safe.
 */
public final class LastResort {
    /** Enough for an error's text and stack trace, a few messages, and two threads. In bytes. */
    private static final int ROOM = 1 << 20;

    private static volatile byte[] line;
    private static volatile int status;
    private static volatile byte[] room;

    private LastResort() {}

    /**
     * Lets this process end when it cannot handle a failure.
     *
     * @param text the line that is printed then
     * @param exitStatus the process's exit status then
     */
    public static void arm(String text, int exitStatus) {
        status = exitStatus;
        room = new byte[ROOM];
        line = (text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Handles a failure: first frees memory if its cause is a full heap. If there is still too little, ends the process,
     * or returns if this process is not to be ended. Throws nothing; what the handler throws is added to the failure.
     */
    public static void handle(Throwable failure, Consumer<Throwable> handler) {
        if (isOfFullHeap(failure)) {
            room = null;
        }
        try {
            handler.accept(failure);
        } catch (Throwable again) {
            if (isOfFullHeap(again)) {
                end();
            }
            failure.addSuppressed(again);
        }
    }

    private static boolean isOfFullHeap(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof OutOfMemoryError)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    /** Ends the process if it is armed. */
    private static void end() {
        byte[] last = line;
        if (last == null) {
            return;
        }
        try {
            new FileOutputStream(FileDescriptor.err).write(last);
        } catch (IOException | OutOfMemoryError e) {
            // The exit status has to do.
        }
        Runtime.getRuntime().halt(status);
    }
}
