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
 * Where all JVMs of this run have their shared-memory files and their temporary ones: folders of its own, so that what is found
 * there is theirs, whatever else runs on the host. Not thread-safe.
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

    /** Makes them; removes those of runs that were killed. */
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
            // somebody else has removed it
        }
    }

    /** However this process ends but by SIGKILL: when those that it has started have ended, its files go. */
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

    /** The flags that make a JVM use them. */
    List<String> flags() {
        return List.of("-Djdsm.shm.dir=" + shared, "-Djava.io.tmpdir=" + temporary);
    }

    /** The shared-memory files that are there now. */
    List<Path> sharedFiles() throws IOException {
        return files(shared);
    }

    /** How long they are together. */
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

    /** The temporary files that are there now. */
    List<Path> temporaryFiles() throws IOException {
        return files(temporary);
    }

    /** Folders too. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> !file.equals(folder)).sorted().toList();
        } catch (java.io.UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return files(folder); // one went while they were listed
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
