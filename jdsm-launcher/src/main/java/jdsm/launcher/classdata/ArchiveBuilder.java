package jdsm.launcher.classdata;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes an archive: runs a small job, whose launcher and ranks list the classes they load, and has a JVM archive them. The
 * ranks have the agent, the JVM that archives has not: one with an agent would not write an archive for production.
 */
final class ArchiveBuilder {
    /** What is made, in the directory that is given. */
    static final String ARCHIVE = "archive.jsa";
    /** What the JVMs said. */
    static final String LOG = "log";

    private static final String LIST = "classes";
    /** Where a list says that a class is from another loader's file, which is not archived. */
    private static final String FOREIGN = " source: ";
    /** Numbers by which the lines of one list refer to each other: only those of other loaders' files do. */
    private static final Pattern NUMBER = Pattern.compile(" id: \\d+$");

    /** What ranks that are processes use. */
    private static final List<String> TRANSPORTS = List.of("auto", "tcp");

    private final Path home;
    private final Path java;
    private final List<Path> classPath;

    /** @param classPath what the archive is for: class paths that begin with these */
    ArchiveBuilder(Path home, Path java, List<Path> classPath) {
        this.home = home;
        this.java = java;
        this.classPath = List.copyOf(classPath);
    }

    /**
     * Makes {@link #ARCHIVE} and {@link #LOG} in a directory. Blocks until that is done.
     *
     * @return whether there is an archive
     */
    boolean build(Path directory) throws IOException, InterruptedException {
        Path log = Files.createFile(directory.resolve(LOG));
        for (String transport : TRANSPORTS) {
            if (run(job(directory, transport), log) != 0) {
                return false;
            }
        }
        Path list = directory.resolve(LIST);
        Files.write(list, listed(directory));
        return run(dump(list, directory.resolve(ARCHIVE)), log) == 0 && Files.isRegularFile(directory.resolve(ARCHIVE));
    }

    private List<String> job(Path directory, String transport) {
        return List.of(
                java.toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:DumpLoadedClassList=" + directory.resolve(LIST + "-launcher-" + transport),
                "-Djdsm.home=" + home,
                "-cp",
                path(),
                "jdsm.launcher.Main",
                "launch",
                "--ranks=2",
                "--comm=" + transport,
                "--agent",
                "--cache=" + directory.resolve("cache-" + transport),
                "--jvm-arg=-Xshare:auto",
                "--jvm-arg=-XX:DumpLoadedClassList=" + directory.resolve(LIST + "-%p"),
                "LU",
                "-n",
                "64",
                "-b",
                "16");
    }

    private List<String> dump(Path list, Path archive) {
        return List.of(
                java.toString(),
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + archive,
                "-cp",
                path());
    }

    private String path() {
        return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** The lines of the lists of the launcher and all ranks, each once. */
    private static List<String> listed(Path directory) throws IOException {
        Set<String> lines = new LinkedHashSet<>();
        try (DirectoryStream<Path> lists = Files.newDirectoryStream(directory, LIST + "-*")) {
            for (Path list : lists) {
                lines.addAll(Files.readAllLines(list));
            }
        }
        return lines.stream()
                .filter(line -> !line.contains(FOREIGN))
                .map(line -> NUMBER.matcher(line).replaceFirst(""))
                .distinct()
                .toList();
    }

    /** Runs a process that ends with this one, and returns its exit status. */
    private static int run(List<String> command, Path log) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("JDSM_") || name.endsWith("_OPTIONS"));
        Process process = builder.start();
        Thread end = new Thread(process::destroy, "end of class data");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            process.getOutputStream().close();
            return process.waitFor();
        } finally {
            process.destroy();
            removeHook(end);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This JVM is ending, and the hook runs.
        }
    }
}
