package jdsm.launcher.backend;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * The launcher's standard output and error, which all ranks share. What one call writes stays together. Thread-safe.
 */
final class Console {
    private final OutputStream out;
    private final OutputStream err;
    private final SaidOnce saidOnce = new SaidOnce();
    private final CompletableFuture<String> lost = new CompletableFuture<>();

    Console(OutputStream out, OutputStream err) {
        this.out = out;
        this.err = err;
    }

    /** What of the ranks' lines has been written that each of them may write. */
    SaidOnce saidOnce() {
        return saidOnce;
    }

    /** This process's own streams, unbuffered. */
    static Console ofThisProcess() {
        return new Console(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    }

    /** Writes to standard output. */
    void out(byte[] bytes) {
        write(out, "output", bytes);
    }

    /** Writes to standard error. */
    void err(byte[] bytes) {
        write(err, "error", bytes);
    }

    /** Writes a line of the launcher's own to standard error. */
    void say(String message) {
        err(("jdsm: " + message + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Completes, with what happened, when standard output cannot be written any more, for instance after {@code | head}. */
    CompletableFuture<String> lost() {
        return lost;
    }

    private synchronized void write(OutputStream stream, String name, byte[] bytes) {
        try {
            stream.write(bytes);
            stream.flush();
        } catch (IOException e) {
            // Whoever does not read errors may still want the output.
            if (stream == out) {
                lost.complete("standard " + name + " cannot be written: " + e.getMessage());
            }
        }
    }
}
