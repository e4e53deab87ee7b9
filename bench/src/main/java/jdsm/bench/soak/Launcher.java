package jdsm.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import jdsm.bench.jmh.JvmFlags;

/** Makes the commands for the JVMs of this run: jobs by the start script, and hosts of isolated jobs. */
final class Launcher {
    /**
     * Flags of JVMs that share a machine. Each collection clears soft references; otherwise samples would count the
     * library's caches, for instance of the last jobs' classes.
     */
    private static final List<String> JVM =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:SoftRefLRUPolicyMSPerMB=0");

    /** As large as the new objects of some rounds, so that no sample differs much by what the next search will free. */
    private static final String FREE_AFTER = "128k";

    private final Path jdsm;
    private final Path programs;
    private final Places places;

    /**
     * @param jdsm the start script
     * @param programs the jar of the benchmarks
     */
    Launcher(Path jdsm, Path programs, Places places) {
        this.jdsm = jdsm;
        this.programs = programs;
        this.places = places;
    }

    /** A mark in the command lines of all processes of one job. */
    static String newMark() {
        return "-Djdsm.soak.job=" + UUID.randomUUID();
    }

    /** {@code jdsm ARGUMENTS}, with the files of all JVMs in this run's places. */
    ProcessBuilder jdsm(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(jdsm.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("JDSM_") || name.endsWith("_JAVA_OPTIONS"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", places.flags()));
        return builder;
    }

    /** A job of an example. */
    ProcessBuilder job(JobSpec spec, String mark, String... options) {
        List<String> arguments = launch(mark, Examples.isWoven(spec.program()));
        arguments.addAll(Arrays.asList(options));
        arguments.addAll(spec.launchArguments());
        return jdsm(arguments);
    }

    /** A job of two ranks of a program of this package, which takes orders from a port. */
    ProcessBuilder rounds(Class<?> program, String transport, String consistency, int port) {
        boolean woven = program == WovenRounds.class;
        List<String> arguments = launch(newMark(), woven);
        if (woven) {
            arguments.addAll(List.of("--include", program.getName(), "--free-after", FREE_AFTER));
        }
        arguments.addAll(
                List.of("-p", "2", "--comm", transport, "--consistency", consistency, "--cp", programs.toString()));
        arguments.addAll(List.of(program.getName(), "" + port));
        return jdsm(arguments);
    }

    private static List<String> launch(String mark, boolean woven) {
        List<String> arguments = new ArrayList<>(List.of("launch", woven ? "--agent" : "--no-agent"));
        List<String> flags = new ArrayList<>(JVM);
        flags.add(mark);
        flags.forEach(flag -> arguments.addAll(List.of("--jvm-arg", flag)));
        return arguments;
    }

    /** A JVM whose {@link Host} takes orders from a port, with the class path of a rank. */
    ProcessBuilder host(boolean woven, int port) {
        Path dist = jdsm.resolveSibling("target").resolve("dist");
        Path lib = dist.resolve("lib");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(JVM);
        command.addAll(places.flags());
        command.add("-Djava.library.path=" + dist.resolve("native"));
        command.addAll(JvmFlags.withoutWarnings());
        if (woven) {
            command.add("-javaagent:" + lib.resolve("jdsm-agent.jar") + "=include=jdsm.examples.");
        }
        String examples = dist.resolve("examples").resolve("jdsm-examples.jar").toString();
        command.addAll(List.of("-cp", String.join(":", lib + "/*", examples, programs.toString())));
        command.addAll(List.of(Host.class.getName(), "" + port));
        return new ProcessBuilder(command);
    }

    /** The running processes with a mark. */
    static List<ProcessHandle> marked(String mark) {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (commandLine(process).contains(mark)) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended since, or belongs to another user
        }
    }

    /** Whether a rank's process has reached {@code start}: its worker's thread has a name. */
    static boolean computes(ProcessHandle process) {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).startsWith("jdsm-worker")) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return false; // A thread or process has just ended: the caller asks again.
        }
        return false;
    }
}
