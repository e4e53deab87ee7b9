package jdsm.launcher.backend;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** The launcher's standard output and error, shared by all ranks. The bytes of one call stay together. Thread-safe. */
public final class Console {
    private final OutputStream out;
    private final OutputStream err;
    private final SaidOnce saidOnce = new SaidOnce();
    private final CompletableFuture<String> lost = new CompletableFuture<>();

    Console(OutputStream out, OutputStream err) {
        this.out = out;
        this.err = err;
    }

    /** The lines about the program that one rank has already written, so that each appears once. */
    SaidOnce saidOnce() {
        return saidOnce;
    }

    /** This process's own streams, unbuffered. */
    public static Console ofThisProcess() {
        return new Console(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    }

    /** Takes the first line of the output of a process, and writes errors to this process's own stream. */
    public static Console ofLine(CompletableFuture<String> line) {
        return new Console(new FirstLine(line), new FileOutputStream(FileDescriptor.err));
    }

    /** Writes to standard output. */
    public void out(byte[] bytes) {
        write(out, "output", bytes);
    }

    /** Writes to standard error. */
    public void err(byte[] bytes) {
        write(err, "error", bytes);
    }

    /** Writes a line of the launcher's own to standard error. */
    public void say(String message) {
        err(("jdsm: " + message + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Completes with the reason when standard output cannot be written any more, for instance after {@code | head}. */
    CompletableFuture<String> lost() {
        return lost;
    }

    private synchronized void write(OutputStream stream, String name, byte[] bytes) {
        try {
            stream.write(bytes);
            stream.flush();
        } catch (IOException e) {
            // A user may discard errors and still read the output.
            if (stream == out) {
                lost.complete("standard " + name + " cannot be written: " + e.getMessage());
            }
        }
    }
}
