package jdsm.bench.soak;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdsm.comm.files.User;

/**
 * Directories for the shared-memory and temporary files of all JVMs of this run. They contain no files of other
 * programs. Not thread-safe.
 */
final class Places implements AutoCloseable {
    private static final String PREFIX = "soak-jdsm-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]{1,18})-(?:shared|temporary)");
    private static final int LAST_SECONDS = 10;
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path shared;
    private final Path temporary;

    private Places(Path shared, Path temporary) {
        this.shared = shared;
        this.temporary = temporary;
    }

    /** Makes the directories; removes those of killed runs. */
    static Places make() throws IOException {
        Path usual = Path.of(System.getProperty("java.io.tmpdir"));
        Path memory = Files.isWritable(MEMORY) ? MEMORY : usual;
        for (Path base : List.of(memory, usual)) {
            removeStale(base);
        }
        String pid = Long.toString(ProcessHandle.current().pid());
        Path shared = Files.createDirectory(memory.resolve(PREFIX + pid + "-shared"));
        return new Places(shared, Files.createDirectory(usual.resolve(PREFIX + pid + "-temporary")));
    }

    private static void removeStale(Path base) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(base, PREFIX + "*")) {
            for (Path folder : folders) {
                Matcher name = NAME.matcher(folder.getFileName().toString());
                if (name.matches()
                        && isOwn(folder)
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    remove(folder);
                }
            }
        }
    }

    private static boolean isOwn(Path folder) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return attributes.isDirectory()
                && User.current().map(user -> user.owns(attributes)).orElse(false);
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            // another process has removed it
        }
    }

    /** Removes the files at the end of this process, after its child processes have ended; not after SIGKILL. */
    void removeAtExit() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::removeAfterDescendants, "remove-files"));
    }

    private void removeAfterDescendants() {
        try {
            for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
                each.onExit()
                        .completeOnTimeout(each, LAST_SECONDS, TimeUnit.SECONDS)
                        .join();
                each.destroyForcibly();
            }
            close();
        } catch (IOException e) {
            System.err.println("bench/soak: " + e);
        }
    }

    /** The flags that make a JVM use these directories. */
    List<String> flags() {
        return List.of("-Djdsm.shm.dir=" + shared, "-Djava.io.tmpdir=" + temporary);
    }

    /** The present shared-memory files. */
    List<Path> sharedFiles() throws IOException {
        return files(shared);
    }

    /** The total length of the shared-memory files in bytes. */
    long sharedBytes() throws IOException {
        long sum = 0;
        for (Path file : sharedFiles()) {
            try {
                sum += Files.isRegularFile(file) ? Files.size(file) : 0;
            } catch (NoSuchFileException e) {
                // gone since
            }
        }
        return sum;
    }

    /** The present temporary files. */
    List<Path> temporaryFiles() throws IOException {
        return files(temporary);
    }

    /** The content of a directory, subdirectories included. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !file.equals(folder)).sorted().toList();
        } catch (java.io.UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return files(folder); // a file was removed during the listing
            }
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        remove(shared);
        remove(temporary);
    }
}
