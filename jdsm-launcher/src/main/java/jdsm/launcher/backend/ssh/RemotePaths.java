package jdsm.launcher.backend.ssh;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.JobSpec;
import jdsm.launcher.plan.TransportFiles;

/**
 * Where the files of JDSM and of the program are on the hosts. Pure.
 *
 * @param home JDSM's directory here, absolute
 * @param remoteHome JDSM's directory on a host; begins at the user's home directory if it is relative
 * @param remoteProgram the directory of the copied program, relative to the user's home directory; empty if the program
 *     is where it is here
 */
record RemotePaths(Path home, String remoteHome, String remoteProgram) {
    private static final String COPIES = ".cache/jdsm/copies/";

    /** The same places on all hosts. */
    static RemotePaths same(Path home) {
        return new RemotePaths(home, home.toString(), "");
    }

    /**
     * Places below the user's home directory, to which everything is copied.
     *
     * @param digest the digest of JDSM's jars
     * @param job the job's name
     */
    static RemotePaths copied(Path home, String digest, String job) {
        return new RemotePaths(home, COPIES + "jdsm-" + digest, COPIES + "program-" + job);
    }

    boolean isCopied() {
        return !remoteProgram.isEmpty();
    }

    /** Returns the entries of the program's class path that are not part of JDSM, in order. */
    List<Path> ownEntries(JobSpec spec) {
        return spec.program().classPath().stream()
                .filter(entry -> !entry.startsWith(home))
                .toList();
    }

    /** Returns the name of an entry among the copied ones. */
    static String copyName(int number, Path entry) {
        return number + "-" + entry.getFileName();
    }

    /** Returns the program's class path on a host, each entry absolute or relative to the user's home directory. */
    List<String> classPath(JobSpec spec) {
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

    /** Returns the description of a host for the planner. */
    Host host(JobSpec spec, HostFacts facts) {
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
                here.libraries().stream().map(jar -> there(jar, user)).toList(),
                there(here.agent(), user),
                libraryPath,
                facts.classData().isEmpty() ? Optional.empty() : Optional.of(Path.of(facts.classData())),
                new TransportFiles(
                        here.transport().jars().stream()
                                .map(jar -> there(jar, user))
                                .toList(),
                        here.transport().flags()));
    }

    private Path there(Path file, Path user) {
        return user.resolve(remoteHome).resolve(home.relativize(file).toString());
    }
}
