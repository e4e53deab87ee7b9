package jdsm.launcher.backend;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Reads a stream of a process as text on a thread of its own, so that the process never waits for its reader. */
public final class ProcessText {
    private ProcessText() {}

    /** Completes with the text, without white space at both ends, when the stream ends; with an empty text if it breaks. */
    public static CompletableFuture<String> of(InputStream from) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try (from) {
                        text.complete(new String(from.readAllBytes(), StandardCharsets.UTF_8).strip());
                    } catch (IOException e) {
                        text.complete("");
                    }
                },
                "text of a process");
        thread.setDaemon(true);
        thread.start();
        return text;
    }

    /** Returns the last line of a text, or another text if it has none. */
    public static String lastLine(String text, String other) {
        return text.lines().reduce((first, last) -> last).orElse(other);
    }
}
