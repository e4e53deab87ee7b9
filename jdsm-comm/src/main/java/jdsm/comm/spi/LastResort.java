package jdsm.comm.spi;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

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

    /** Frees memory for the handling of a failure if the cause of this one is a full heap. To be called first. */
    public static void makeRoom(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof OutOfMemoryError)) {
            cause = cause.getCause();
        }
        if (cause != null) {
            room = null;
        }
    }

    /**
     * Ends the process: a failure could not be handled, for the heap is full. Does not return.
     *
     * @throws OutOfMemoryError {@code again}, if this process is not to be ended
     */
    public static void end(OutOfMemoryError again) {
        byte[] last = line;
        if (last == null) {
            throw again;
        }
        try {
            new FileOutputStream(FileDescriptor.err).write(last);
        } catch (IOException | OutOfMemoryError e) {
            // The exit status has to do.
        }
        Runtime.getRuntime().halt(status);
    }
}
