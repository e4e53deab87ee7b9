package jdsm.bench.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs short commands of the system, such as {@code ip} and {@code tc}. */
final class Shell {
    private Shell() {}

    /**
     * Runs a command and waits for it.
     *
     * @return its output
     * @throws IOException if it cannot be started or fails; the message has its output
     */
    static String run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", List.of(command)) + ": " + output.strip());
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: " + String.join(" ", List.of(command)), e);
        }
        return output;
    }
}
