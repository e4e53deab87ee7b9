package jdsm.launcher.classdata;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import jdsm.launcher.program.Distribution;

/**
 * The archive of class data (HotSpot's static CDS archive) of one JVM and one distribution: {@code
 * class-data/NAME.jsa} in the distribution's directory. It is made the first time that it is wanted, which takes some
 * seconds; the log of that stays beside it. Where it cannot be made, ranks start without, and it is not tried again.
 * Several processes may use one directory at the same time.
 */
public final class ClassDataArchive {
    private static final System.Logger LOG = System.getLogger(ClassDataArchive.class.getName());

    /** Archives and logs, and what createTempDirectory makes. */
    private static final Pattern MADE = Pattern.compile("[0-9a-f]{16}-[0-9a-f]{16}\\.(?:jsa|log)|new[0-9]+");

    private final Path directory;
    private final Path javaHome;
    private final ArchiveName name;
    private final ArchiveBuilder builder;

    private ClassDataArchive(Path directory, Path javaHome, ArchiveName name, ArchiveBuilder builder) {
        this.directory = directory;
        this.javaHome = javaHome;
        this.name = name;
        this.builder = builder;
    }

    /**
     * The archive for the JVM that runs this launcher; makes it if it is not there and was never tried. Blocks while it
     * is made, here or by another process.
     *
     * @param home the distribution's directory
     * @param classPath the jars that are in it; see {@link Distribution#libraries}
     * @param say takes the lines that tell a person why it takes a while
     * @return nothing where there is none and none can be made
     */
    public static Optional<Path> prepare(Path home, List<Path> classPath, Consumer<String> say) {
        Path javaHome = Path.of(System.getProperty("java.home"));
        ArchiveBuilder builder = new ArchiveBuilder(home, javaHome.resolve("bin/java"), classPath);
        try {
            ArchiveName name = ArchiveName.of(javaHome, classPath);
            return new ClassDataArchive(home.resolve("class-data"), javaHome, name, builder).prepare(say);
        } catch (IOException e) {
            return Optional.empty(); // The distribution is not complete.
        }
    }

    /**
     * Where the start script looks for the archive of the JVM that it starts. It knows no more of it than its directory;
     * whether the archive fits, the JVM finds out.
     */
    private Path launcherLink() throws IOException {
        return directory
                .resolve("launcher")
                .resolve(javaHome.toRealPath().toString().replace('/', '_') + ".jsa");
    }

    private Optional<Path> prepare(Consumer<String> say) {
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
        // For reading, too: then a pipe in its place is not waited for.
        Set<OpenOption> options = Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(directory.resolve("lock"), options)) {
            channel.lock(); // Until the channel is closed.
            if (!isSettled()) {
                removeOthers(directory, name.jars());
                say.accept("jdsm: preparing class data for this Java, once (log: " + file("log") + ")");
                Path scratch = Files.createTempDirectory(directory, "new");
                try {
                    boolean made = builder.build(scratch);
                    if (made) {
                        Files.move(scratch.resolve(ArchiveBuilder.ARCHIVE), file("jsa"));
                        link(scratch.resolve("link"));
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

    /** Atomically, for launchers may be starting. Without a link they start slower, and that is all. */
    private void link(Path scratch) {
        try {
            Path launcher = launcherLink();
            Files.createDirectories(launcher.getParent());
            Files.createSymbolicLink(scratch, launcher.getParent().relativize(file("jsa")));
            Files.move(scratch, launcher, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "no link to the archive for launchers", e);
        }
    }

    private Path file(String extension) {
        return directory.resolve(name + "." + extension);
    }

    /** What an earlier build left, and what a process left that was killed. What cannot be removed keeps none of the rest. */
    static void removeOthers(Path directory, String jars) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String other = file.getFileName().toString();
                if (MADE.matcher(other).matches() && !other.startsWith(jars)) {
                    try {
                        remove(file);
                    } catch (IOException e) {
                        LOG.log(System.Logger.Level.DEBUG, "cannot remove " + file, e);
                    }
                }
            }
        }
    }

    /** A link goes, and not what it leads to. */
    private static void remove(Path fileOrDirectory) throws IOException {
        if (Files.isDirectory(fileOrDirectory, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(fileOrDirectory)) {
                for (Path file : files) {
                    remove(file);
                }
            }
        }
        Files.deleteIfExists(fileOrDirectory);
    }
}
