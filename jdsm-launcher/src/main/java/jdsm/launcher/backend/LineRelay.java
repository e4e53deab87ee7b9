package jdsm.launcher.backend;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Reads one stream of a process to its end, in a thread of its own, and passes it on by lines. */
final class LineRelay implements Runnable {
    private static final int CHUNK_BYTES = 1 << 14;

    private final InputStream from;
    private final LineWriter lines;
    private final DebuggerPort port;
    private final Consumer<byte[]> to;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /** @param port removes the lines that name a debugger's port; null without a debugger */
    LineRelay(InputStream from, LineWriter lines, DebuggerPort port, Consumer<byte[]> to) {
        this.from = from;
        this.lines = lines;
        this.port = port;
        this.to = to;
    }

    /** Starts the thread; it does not keep the launcher alive. */
    void start(String name) {
        Thread thread = new Thread(this, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Completes when all of the stream has been passed on. */
    CompletableFuture<Void> done() {
        return done;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (from) {
            for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
                byte[] bytes = port == null ? chunk : port.accept(chunk, length);
                pass(lines.accept(bytes, port == null ? length : bytes.length));
            }
        } catch (IOException e) {
            // The stream of a killed process may break instead of ending: the bytes before are complete.
        } finally {
            if (port != null) {
                byte[] rest = port.end();
                pass(lines.accept(rest, rest.length));
            }
            pass(lines.end());
            done.complete(null);
        }
    }

    private void pass(byte[] bytes) {
        if (bytes.length > 0) {
            to.accept(bytes);
        }
    }
}
