package jdsm.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes class files before and after weaving below a directory. Thread-safe. */
final class ClassDump {
    private final String directory;

    /** @param directory the directory; null for no files */
    ClassDump(String directory) {
        this.directory = directory;
    }

    /**
     * Writes one class.
     *
     * @param name its internal name
     * @throws UncheckedIOException if a file cannot be written
     */
    void write(String name, byte[] before, byte[] after) {
        if (directory == null) {
            return;
        }
        try {
            write(Path.of(directory, "before", name + ".class"), before);
            write(Path.of(directory, "after", name + ".class"), after);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }
}
