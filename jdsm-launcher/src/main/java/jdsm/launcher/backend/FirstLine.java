package jdsm.launcher.backend;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Completes a future with the first line that is written, and drops the others. Used by one thread at a time. */
final class FirstLine extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<String> line;

    FirstLine(CompletableFuture<String> line) {
        this.line = line;
    }

    @Override
    public void write(int next) {
        if (line.isDone()) {
            return;
        }
        if (next == '\n') {
            line.complete(bytes.toString(StandardCharsets.UTF_8));
        } else {
            bytes.write(next);
        }
    }
}
