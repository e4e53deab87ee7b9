package jdsm.node;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Keeps the lines that are printed to a stream, and may pass them on at once. Thread-safe. */
final class KeptLines {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final PrintStream stream;

    /** @param target receives all that is printed, too; or null */
    KeptLines(PrintStream target) {
        stream = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) {
                        write(new byte[] {(byte) b}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int count) {
                        kept.write(bytes, from, count);
                        if (target != null) {
                            target.write(bytes, from, count);
                        }
                    }
                },
                true,
                StandardCharsets.UTF_8);
    }

    PrintStream stream() {
        return stream;
    }

    List<String> lines() {
        return kept.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
