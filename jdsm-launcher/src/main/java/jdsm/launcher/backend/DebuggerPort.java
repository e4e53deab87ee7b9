package jdsm.launcher.backend;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Removes from a JVM's output the lines that name the port for a debugger: one at the start, and one whenever a
 * debugger has left. All other bytes pass unchanged. Not thread-safe.
 */
final class DebuggerPort {
    private static final byte[] LINE =
            "Listening for transport dt_socket at address: ".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] NOTHING = {};

    private final Consumer<String> found;
    /** The bytes of a line that may turn out to name the port. */
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    private boolean skipping;

    /** @param found is given each port */
    DebuggerPort(Consumer<String> found) {
        this.found = found;
    }

    /** Takes bytes of the output, and returns the bytes to pass on. */
    byte[] accept(byte[] bytes, int length) {
        ByteArrayOutputStream passed = new ByteArrayOutputStream(length);
        for (int i = 0; i < length; i++) {
            take(bytes[i], passed);
        }
        return passed.toByteArray();
    }

    private void take(byte next, ByteArrayOutputStream passed) {
        if (skipping) {
            passed.write(next);
            skipping &= next != '\n';
            return;
        }
        int place = kept.size();
        kept.write(next);
        if (place >= LINE.length) {
            if (next == '\n') {
                found.accept(kept.toString(StandardCharsets.US_ASCII)
                        .substring(LINE.length)
                        .strip());
                kept.reset();
            }
        } else if (next != LINE[place]) {
            skipping = next != '\n';
            passed.writeBytes(kept.toByteArray());
            kept.reset();
        }
    }

    /** The bytes held back at the end of the output. */
    byte[] end() {
        return kept.size() == 0 ? NOTHING : kept.toByteArray();
    }
}
