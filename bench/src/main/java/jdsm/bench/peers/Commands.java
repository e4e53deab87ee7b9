package jdsm.bench.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands of the peers, all on this host. */
final class Commands {
    /** All compared JVMs have the same collector. */
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx4g");

    private final Path jdsm;
    private final Path java;
    private final String classPath;
    private final String benchmarks;
    /** Directory of the C programs; null without MPI. */
    private final Path mpi;

    /**
     * @param jdsm the start script
     * @param benchmarks the class path of the benchmark programs
     * @param mpi directory of the C programs; null without MPI
     */
    Commands(Path jdsm, String benchmarks, Path mpi) {
        this.jdsm = jdsm;
        this.java = Path.of(System.getProperty("java.home"), "bin", "java");
        this.classPath = System.getProperty("java.class.path");
        this.benchmarks = benchmarks;
        this.mpi = mpi;
    }

    boolean hasMpi() {
        return mpi != null;
    }

    /** A woven program, over a transport. */
    List<String> woven(int ranks, String transport, String... program) {
        return launch(List.of("-p", "" + ranks, "--comm", transport), program);
    }

    /** A program by hand, over a transport. */
    List<String> byHand(int ranks, String transport, String... program) {
        return launch(List.of("--no-agent", "-p", "" + ranks, "--comm", transport), program);
    }

    /** The same class as plain Java: threads of one JVM, not woven. */
    List<String> plain(int threads, String... program) {
        return launch(List.of("--no-agent", "-p", "1", "-t", "" + threads), program);
    }

    private List<String> launch(List<String> options, String... program) {
        List<String> command = new ArrayList<>(List.of(jdsm.toString(), "launch"));
        command.addAll(options);
        if (program[0].startsWith("jdsm.bench.")) {
            command.addAll(
                    List.of("--include", "jdsm.bench.peers.", "--include", "jdsm.examples.", "--cp", benchmarks));
        }
        command.addAll(List.of(program));
        return command;
    }

    /** A program of the PCJ library. */
    List<String> pcj(String program, int jvms, String... arguments) {
        List<String> command = java("jdsm.bench.pcj." + program, "" + jvms);
        command.addAll(List.of(arguments));
        return command;
    }

    /** A class of the benchmarks in a JVM of its own. */
    List<String> java(String type, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(JVM);
        command.addAll(List.of("-cp", classPath, type));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts {@code count} JVMs at once, each of which prints a greeting and ends. */
    List<String> jvms(int count) {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "for i in $(seq " + count + "); do \"$@\" & done; wait", "sh"));
        command.addAll(java("jdsm.bench.peers.BareHello"));
        return command;
    }

    /** A C program. */
    List<String> mpi(String program, int ranks, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "mpirun",
                "--allow-run-as-root",
                "--oversubscribe",
                "-np",
                "" + ranks,
                mpi.resolve(program).toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
