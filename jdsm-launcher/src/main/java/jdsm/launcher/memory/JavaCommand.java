package jdsm.launcher.memory;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.launcher.plan.Planner;
import jdsm.launcher.plan.Program;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import jdsm.remote.run.RemoteMain;
import jdsm.remote.run.ServerMain;

/** Command lines of the JVMs of remote memory. Pure. */
final class JavaCommand {
    /** Direct memory beside the pages, for messages. */
    private static final long MESSAGE_MEGABYTES = 512;
    /** Each page is aligned; so a page of 4 KiB may cost almost twice its size in the worst case. */
    private static final int ALIGNMENT_PERCENT = 10;

    /** Has the agent change the types of arrays that are marked, instead of weaving a job. */
    private static final String AGENT_OPTION = "remote";

    private static final int WARNING_FEATURE = 24;

    private final Distribution distribution;
    private final Optional<Path> classData;

    /**
     * A JVM of some host.
     *
     * @param java its command
     * @param feature its version
     * @param libraryPath where it looks for native libraries
     * @param flags what it needs beside those that all servers have
     * @param classPath the class path of JDSM there
     */
    record Jvm(String java, int feature, String libraryPath, List<String> flags, String classPath) {}

    /** @param classData the archive for JVMs of this host */
    JavaCommand(Distribution distribution, Optional<Path> classData) {
        this.distribution = distribution;
        this.classData = classData;
    }

    /** The command of a memory server on this host. */
    List<String> server(long megabytes, List<String> args) throws MemoryException {
        Jvm here =
                new Jvm(java(), Runtime.version().feature(), libraryPath(), classData(List.of()), classPath(List.of()));
        return server(here, megabytes, args);
    }

    /** The command of a memory server. */
    static List<String> server(Jvm jvm, long megabytes, List<String> args) {
        List<String> command = java(jvm.java, jvm.feature, jvm.libraryPath, megabytes);
        command.add("-XX:+UseSerialGC");
        command.add("-Xmx256m");
        command.add("-XX:-UsePerfData");
        command.addAll(jvm.flags);
        command.add("-cp");
        command.add(jvm.classPath);
        command.add(ServerMain.class.getName());
        command.addAll(args);
        return command;
    }

    /** The command of a program with so much memory for pages. */
    List<String> program(long megabytes, List<String> jvmArgs, Program program) throws MemoryException {
        List<String> command = java(java(), Runtime.version().feature(), libraryPath(), megabytes);
        command.addAll(classData(jvmArgs));
        command.addAll(jvmArgs);
        command.add("-javaagent:" + distribution.agent() + "=" + AGENT_OPTION);
        command.add("-cp");
        command.add(classPath(program.classPath()));
        command.add(RemoteMain.class.getName());
        command.add(program.className());
        command.addAll(program.args());
        return command;
    }

    /** The command that explains a program's remote arrays. */
    List<String> explain(Program program) throws MemoryException {
        return List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(program.classPath()),
                "jdsm.agent.Explain",
                program.className(),
                AGENT_OPTION);
    }

    private List<String> classData(List<String> userFlags) {
        return classData
                .map(archive -> Planner.classData(archive, Runtime.version().feature(), userFlags))
                .orElse(List.of());
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private String libraryPath() {
        return distribution.libraryPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> java(String java, int feature, String libraryPath, long megabytes) {
        List<String> command = new ArrayList<>();
        command.add(java);
        long most = megabytes + megabytes * ALIGNMENT_PERCENT / 100 + MESSAGE_MEGABYTES;
        command.add("-XX:MaxDirectMemorySize=" + most + "m");
        command.add("-Djava.library.path=" + libraryPath);
        if (feature >= WARNING_FEATURE) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        return command;
    }

    private String classPath(List<Path> program) throws MemoryException {
        try {
            return Stream.concat(distribution.libraries().stream(), program.stream())
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (ProgramException e) {
            throw new MemoryException(e.getMessage());
        }
    }
}
