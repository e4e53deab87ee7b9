package jdsm.launcher.backend.remote;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.JarDigest;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.TransportFiles;

/**
 * Where the files of JDSM and of the program are on the hosts. Immutable.
 *
 * @param home JDSM's directory here, absolute
 * @param remoteHome JDSM's directory on a host; begins at the user's home directory if it is relative
 * @param remoteProgram the directory of the copied program, relative to the user's home directory; empty if the program
 *     is where it is here
 */
public record RemotePaths(Path home, String remoteHome, String remoteProgram) {
    private static final String COPIES = ".cache/jdsm/copies/";
    /** The parts of JDSM's directory that ranks need. */
    private static final List<String> PARTS = List.of("lib", "native", "transports", "examples");

    /** The same places on all hosts. */
    public static RemotePaths same(JobSpec spec) {
        Path home = home(spec);
        return new RemotePaths(home, home.toString(), "");
    }

    /**
     * Places below the user's home directory, to which everything is copied.
     *
     * @param job the job's name
     * @throws LaunchException if JDSM's files cannot be read
     */
    public static RemotePaths copied(JobSpec spec, String job) throws LaunchException {
        Path home = home(spec);
        return new RemotePaths(home, copyOf(home), COPIES + "program-" + job);
    }

    /**
     * The places of JDSM alone, without a program.
     *
     * @param copied whether it is below the user's home directory, else where it is here
     * @throws LaunchException if JDSM's files cannot be read
     */
    public static RemotePaths ofJdsm(Path home, boolean copied) throws LaunchException {
        return new RemotePaths(home, copied ? copyOf(home) : home.toString(), "");
    }

    private static String copyOf(Path home) throws LaunchException {
        try {
            return COPIES + "jdsm-" + JarDigest.ofTrees(home, copiedParts(home));
        } catch (IOException | UncheckedIOException e) {
            throw new LaunchException("JDSM's own files cannot be read: " + e.getMessage(), e);
        }
    }

    /** JDSM in a directory of an image, where the program is in another one. */
    public static RemotePaths in(JobSpec spec, String remoteHome) {
        return new RemotePaths(home(spec), remoteHome, "");
    }

    /**
     * Returns the program's class path in an image that has all entries of it, by their last names, in one directory.
     *
     * @throws JdsmConfigException if two entries have the same last name
     */
    public List<Path> imageClassPath(JobSpec spec, String directory) {
        Map<Path, Path> names = new HashMap<>();
        for (Path entry : ownEntries(spec)) {
            Path other = names.put(entry.getFileName(), entry);
            if (other != null && !other.equals(entry)) {
                throw new JdsmConfigException("the class path has " + other + " and " + entry + ", which would both be "
                        + directory + "/" + entry.getFileName() + " in the image: rename one of them");
            }
        }
        return spec.program().classPath().stream()
                .map(entry -> entry.startsWith(home)
                        ? Path.of(remoteHome).resolve(home.relativize(entry).toString())
                        : Path.of(directory).resolve(entry.getFileName().toString()))
                .toList();
    }

    /** The distribution's directory is that of lib. */
    private static Path home(JobSpec spec) {
        return spec.host().agent().getParent().getParent();
    }

    /**
     * Returns the digest of JDSM's jars here.
     *
     * @throws LaunchException if they cannot be read
     */
    public static String digest(List<Path> libraries) throws LaunchException {
        try {
            return JarDigest.of(libraries);
        } catch (IOException e) {
            throw new LaunchException("JDSM's own jars cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the names of the parts of JDSM's directory that are copied to hosts. */
    public List<String> copiedParts() {
        return copiedParts(home);
    }

    private static List<String> copiedParts(Path home) {
        return PARTS.stream().filter(part -> Files.exists(home.resolve(part))).toList();
    }

    private boolean isCopied() {
        return !remoteProgram.isEmpty();
    }

    /** Returns the entries of the program's class path that are not part of JDSM, in order. */
    public List<Path> ownEntries(JobSpec spec) {
        return spec.program().classPath().stream()
                .filter(entry -> !entry.startsWith(home))
                .toList();
    }

    /** Returns the name of an entry among the copied ones. */
    public static String copyName(int number, Path entry) {
        return number + "-" + entry.getFileName();
    }

    /** Returns the program's class path on a host, each entry absolute or relative to the user's home directory. */
    public List<String> classPath(JobSpec spec) {
        List<Path> own = ownEntries(spec);
        List<String> entries = new ArrayList<>();
        for (Path entry : spec.program().classPath()) {
            if (entry.startsWith(home)) {
                entries.add(remoteHome + "/" + home.relativize(entry));
            } else if (isCopied()) {
                entries.add(remoteProgram + "/" + copyName(own.indexOf(entry), entry));
            } else {
                entries.add(entry.toString());
            }
        }
        return entries;
    }

    /**
     * Returns the description of a host for the planner.
     *
     * @param cores the cores of the job's ranks there
     */
    public Host host(JobSpec spec, HostFacts facts, Cores cores) {
        Host here = spec.host();
        Path user = Path.of(facts.home());
        List<Path> libraryPath = Stream.concat(
                        Stream.of(user.resolve(remoteHome).resolve("native")),
                        Stream.of(facts.libraryPath().split(File.pathSeparator))
                                .filter(entry -> !entry.isEmpty())
                                .map(Path::of))
                .toList();
        return new Host(
                Path.of(facts.java()),
                facts.feature(),
                facts.processors(),
                cores,
                here.libraries().stream().map(jar -> there(jar, user)).toList(),
                there(here.agent(), user),
                libraryPath,
                facts.classData().isEmpty() ? Optional.empty() : Optional.of(Path.of(facts.classData())),
                new TransportFiles(
                        here.transport().jars().stream()
                                .map(jar -> there(jar, user))
                                .toList(),
                        here.transport().flags(),
                        here.transport().variables()));
    }

    private Path there(Path file, Path user) {
        return user.resolve(remoteHome).resolve(home.relativize(file).toString());
    }
}
