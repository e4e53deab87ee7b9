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
import jdsm.launcher.program.ProgramException;

/**
 * The archive of class data (HotSpot's static CDS archive) of one JVM and one distribution: {@code class-data/NAME.jsa}
 * in the distribution's directory. The first launch that needs it makes it, which takes some seconds; the log stays
 * beside it. If that fails, ranks start without an archive, and {@code NAME.failed} keeps launches from trying again. A
 * preparation that was cut off does not count: the next launch begins again. Several processes may use one directory at
 * the same time.
 */
public final class ClassDataArchive {
    private static final System.Logger LOG = System.getLogger(ClassDataArchive.class.getName());

    /** Archives, logs, and the directories that createTempDirectory makes. */
    private static final Pattern MADE = Pattern.compile("[0-9a-f]{16}-[0-9a-f]{16}\\.(?:jsa|log|failed)|new[0-9]+");

    private static final String ARCHIVE = "jsa";
    private static final String PROTOCOL = "log";
    /** Ending of an empty file: the preparation ran to its end, and made no archive. */
    private static final String FAILED = "failed";

    /** The environment variables with options for each JVM. */
    private static final List<String> JVM_OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    /** Makes an archive; see {@link ArchiveBuilder#build}. */
    @FunctionalInterface
    interface Builder {
        Preparation build(Path directory) throws IOException, InterruptedException;
    }

    private final Path directory;
    private final Path javaHome;
    private final ArchiveName name;
    private final Builder builder;

    ClassDataArchive(Path directory, Path javaHome, ArchiveName name, Builder builder) {
        this.directory = directory;
        this.javaHome = javaHome;
        this.name = name;
        this.builder = builder;
    }

    /**
     * The archive for the JVM that runs this launcher; makes it if it is missing, unless an earlier attempt has failed.
     * Blocks while this or another process makes it.
     *
     * @param home the distribution's directory
     * @param classPath the jars of the archive; see {@link Distribution#libraries}
     * @param again whether to try again after a failed attempt
     * @param say takes the lines that explain the delay to the user
     * @return nothing if there is no archive and none can be made, or if JVMs of this environment must not use one
     */
    public static Optional<Path> prepare(Path home, List<Path> classPath, boolean again, Consumer<String> say) {
        if (JVM_OPTIONS.stream().anyMatch(each -> recordsFlights(System.getenv(each)))) {
            return Optional.empty();
        }
        Path javaHome = Path.of(System.getProperty("java.home"));
        ArchiveBuilder builder = new ArchiveBuilder(home, javaHome.resolve("bin/java"), classPath);
        try {
            ArchiveName name = ArchiveName.of(javaHome, classPath);
            return new ClassDataArchive(home.resolve("class-data"), javaHome, name, builder::build).prepare(again, say);
        } catch (IOException e) {
            return Optional.empty(); // The distribution is not complete.
        }
    }

    /**
     * The archive for JVMs with the libraries of a distribution, as {@link #prepare(Path, List, boolean, Consumer)} makes it.
     *
     * @throws ProgramException if the distribution is not complete
     */
    public static Optional<Path> prepare(Distribution distribution, Consumer<String> say) throws ProgramException {
        return prepare(distribution.home(), distribution.libraries(), false, say);
    }

    /**
     * Whether options, or null, begin the flight recorder with the JVM: Java 17 crashes then, with an archive of classes that an
     * agent looks at.
     */
    static boolean recordsFlights(String options) {
        return options != null && options.contains("FlightRecord");
    }

    /**
     * The link by which the start script finds the archive of the JVM that it starts. The script knows only the
     * directory; the JVM checks whether the archive fits.
     */
    private Path launcherLink() throws IOException {
        return directory
                .resolve("launcher")
                .resolve(javaHome.toRealPath().toString().replace('/', '_') + ".jsa");
    }

    Optional<Path> prepare(boolean again, Consumer<String> say) {
        if (again || !isSettled()) {
            try {
                if (again) {
                    Files.deleteIfExists(file(FAILED));
                }
                Files.createDirectories(directory);
                make(say);
            } catch (IOException e) {
                return Optional.empty(); // The distribution cannot be written to.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.of(file(ARCHIVE)).filter(Files::isRegularFile);
    }

    private boolean isSettled() {
        return Files.isRegularFile(file(ARCHIVE)) || Files.exists(file(FAILED));
    }

    private void make(Consumer<String> say) throws IOException, InterruptedException {
        // READ as well: opening a pipe in place of the file then does not block.
        Set<OpenOption> options = Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(directory.resolve("lock"), options)) {
            channel.lock(); // Until the channel is closed.
            if (!isSettled()) {
                removeOthers(directory, name.jars());
                say.accept("jdsm: preparing class data for this Java, once (log: " + file(PROTOCOL) + ")");
                Path scratch = Files.createTempDirectory(directory, "new");
                try {
                    settle(scratch, builder.build(scratch), say);
                } finally {
                    remove(scratch);
                }
            }
        }
    }

    /**
     * Moves the result to its place as the last step: a process killed before that changes nothing for later launches.
     */
    private void settle(Path scratch, Preparation end, Consumer<String> say) throws IOException {
        Path log = scratch.resolve(ArchiveBuilder.LOG);
        if (Files.exists(log)) {
            Files.move(log, file(PROTOCOL), StandardCopyOption.REPLACE_EXISTING);
        }
        switch (end) {
            case MADE -> {
                link(scratch.resolve("link"));
                Files.move(scratch.resolve(ArchiveBuilder.ARCHIVE), file(ARCHIVE));
            }
            case FAILED -> {
                say.accept(
                        "jdsm: class data cannot be prepared; ranks start without, and slower (jdsm class-data tries again)");
                Files.createFile(file(FAILED));
            }
            case CUT_OFF ->
                say.accept("jdsm: the preparation of class data was cut off; the next launch begins it again");
        }
    }

    /** Replaces the link atomically, because other launchers may be starting. Without a link they only start slower. */
    private void link(Path scratch) {
        try {
            Path launcher = launcherLink();
            Files.createDirectories(launcher.getParent());
            Files.createSymbolicLink(scratch, launcher.getParent().relativize(file(ARCHIVE)));
            Files.move(scratch, launcher, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "no link to the archive for launchers", e);
        }
    }

    private Path file(String extension) {
        return directory.resolve(name + "." + extension);
    }

    /**
     * Removes the files of earlier builds and of killed processes. A file that cannot be removed does not stop the
     * removal of the rest.
     */
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

    /** Removes a link itself, and not its target. */
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
