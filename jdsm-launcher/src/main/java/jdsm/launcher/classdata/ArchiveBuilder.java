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
 * Makes an archive of class data: runs a small job whose launcher and ranks list the classes that they load, then has a
 * JVM archive these classes. The ranks run with the agent; the archiving JVM runs without, because a JVM with an agent
 * writes no archive for production.
 */
final class ArchiveBuilder {
    /** The file that {@link #build} makes in the given directory. */
    static final String ARCHIVE = "archive.jsa";
    /** The output of the JVMs. */
    static final String LOG = "log";

    private static final String LIST = "classes";
    /** Marks a listed class that comes from another class loader's file. Such classes are not archived. */
    private static final String FOREIGN = " source: ";
    /** Numbers by which the lines of one list refer to each other. Only lines of other loaders' files do so. */
    private static final Pattern NUMBER = Pattern.compile(" id: \\d+$");

    /** Transports of ranks that are processes. */
    private static final List<String> TRANSPORTS = List.of("auto", "tcp");

    /** The exit statuses of processes that were ended by SIGHUP, SIGINT, SIGKILL and SIGTERM. */
    private static final Set<Integer> SIGNALLED = Set.of(128 + 1, 128 + 2, 128 + 9, 128 + 15);

    private final Path home;
    private final Path java;
    private final List<Path> classPath;

    /** @param classPath the archive serves class paths that begin with these entries */
    ArchiveBuilder(Path home, Path java, List<Path> classPath) {
        this.home = home;
        this.java = java;
        this.classPath = List.copyOf(classPath);
    }

    /**
     * Makes {@link #ARCHIVE} and {@link #LOG} in a directory. Blocks until that is done.
     */
    Preparation build(Path directory) throws IOException, InterruptedException {
        Path log = Files.createFile(directory.resolve(LOG));
        for (String transport : TRANSPORTS) {
            Preparation end = run(job(directory, transport), log);
            if (end != Preparation.MADE) {
                return end;
            }
        }
        Path list = directory.resolve(LIST);
        Files.write(list, listed(directory));
        Path archive = directory.resolve(ARCHIVE);
        Preparation end = run(dump(list, archive), log);
        return end == Preparation.MADE && !Files.isRegularFile(archive) ? Preparation.FAILED : end;
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

    /** The lines of the lists of the launcher and all ranks, without duplicates. */
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

    /** Runs a process that ends with this one, and returns its outcome. */
    private static Preparation run(List<String> command, Path log) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("JDSM_") || name.endsWith("_OPTIONS"));
        Process process = builder.start();
        Thread end = new Thread(process::destroy, "end of class data");
        if (!isStaying(() -> Runtime.getRuntime().addShutdownHook(end))) {
            process.destroy();
        }
        int status;
        try {
            process.getOutputStream().close();
            status = process.waitFor();
        } finally {
            process.destroy();
        }
        if (!isStaying(() -> Runtime.getRuntime().removeShutdownHook(end)) || SIGNALLED.contains(status)) {
            return Preparation.CUT_OFF;
        }
        return status == 0 ? Preparation.MADE : Preparation.FAILED;
    }

    /** Changes shutdown hooks; false if this JVM is ending and the hooks already run. */
    private static boolean isStaying(Runnable change) {
        try {
            change.run();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
