package jdsm.launcher.classdata;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The archive of class data (HotSpot's static CDS archive) of one JVM and one distribution: {@code
 * class-data/NAME.jsa} in the distribution's directory. It is made the first time that it is wanted, which takes some
 * seconds; the log of that stays beside it. Where it cannot be made, ranks start without, and it is not tried again.
 * Several processes may use one directory at the same time.
 */
public final class ClassDataArchive {
    private final Path directory;
    private final ArchiveName name;
    private final ArchiveBuilder builder;

    private ClassDataArchive(Path directory, ArchiveName name, ArchiveBuilder builder) {
        this.directory = directory;
        this.name = name;
        this.builder = builder;
    }

    /**
     * The archive for the JVM that runs this launcher.
     *
     * @param home the distribution's directory
     * @param libraries the jars that all ranks have, in class-path order
     * @param agent the agent's jar, which comes after them
     * @return nothing if the distribution is not complete
     */
    public static Optional<ClassDataArchive> of(Path home, List<Path> libraries, Path agent) {
        Path javaHome = Path.of(System.getProperty("java.home"));
        ArchiveBuilder builder = new ArchiveBuilder(home, javaHome.resolve("bin/java"), libraries, agent);
        try {
            ArchiveName name = ArchiveName.of(javaHome, builder.classPath());
            return Optional.of(new ClassDataArchive(home.resolve("class-data"), name, builder));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The archive's file; makes it if it is not there and was never tried. Blocks while it is made, here or by another
     * process.
     *
     * @param say takes the lines that tell a person why it takes a while
     * @return nothing where there is none and none can be made
     */
    public Optional<Path> prepare(Consumer<String> say) {
        if (!isSettled()) {
            try {
                Files.createDirectories(directory);
                make(say);
            } catch (IOException e) {
                return Optional.empty(); // A distribution that cannot be written to.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.of(file("jsa")).filter(Files::isRegularFile);
    }

    private boolean isSettled() {
        return Files.isRegularFile(file("jsa")) || Files.exists(file("log"));
    }

    private void make(Consumer<String> say) throws IOException, InterruptedException {
        try (FileChannel channel =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // Until the channel is closed.
            if (!isSettled()) {
                removeOthers();
                say.accept("jdsm: preparing class data for this Java, once (log: " + file("log") + ")");
                Path scratch = Files.createTempDirectory(directory, "new");
                try {
                    boolean made = builder.build(scratch);
                    if (made) {
                        Files.move(scratch.resolve(ArchiveBuilder.ARCHIVE), file("jsa"));
                    } else {
                        say.accept("jdsm: class data cannot be prepared; ranks start without, and slower");
                    }
                    // Last: with the log alone, this counts as tried.
                    Files.move(scratch.resolve(ArchiveBuilder.LOG), file("log"), StandardCopyOption.REPLACE_EXISTING);
                } finally {
                    remove(scratch);
                }
            }
        }
    }

    private Path file(String extension) {
        return directory.resolve(name + "." + extension);
    }

    /** What an earlier build left, and what a process left that was killed. */
    private void removeOthers() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "{*.jsa,*.log,new*}")) {
            for (Path file : files) {
                if (!file.getFileName().toString().startsWith(name.jars())) {
                    remove(file);
                }
            }
        }
    }

    private static void remove(Path fileOrDirectory) throws IOException {
        if (Files.isDirectory(fileOrDirectory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(fileOrDirectory)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
        Files.deleteIfExists(fileOrDirectory);
    }
}
