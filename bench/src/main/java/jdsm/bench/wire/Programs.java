package jdsm.bench.wire;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts LU: ranks without the launcher, each on a host of the network, or by the launcher on this host. One job at a
 * time.
 */
final class Programs {
    private static final int RENDEZVOUS_PORT = 7799;
    private static final int MOST_MINUTES = 10;

    private final Path dist;
    private final Path jdsm;
    private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    private final List<String> arguments;
    private final int ranks;

    /**
     * @param jdsm the start script
     * @param arguments LU's arguments, without the repetitions
     */
    Programs(Path jdsm, List<String> arguments, int ranks) {
        this.jdsm = jdsm;
        this.dist = jdsm.toAbsolutePath().resolveSibling("target").resolve("dist");
        this.arguments = arguments;
        this.ranks = ranks;
    }

    /** A job over the network, a rank a host. */
    List<Statistics.Repetition> overNetwork(Network network, String consistency, int repetitions)
            throws IOException, InterruptedException {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        long deadline = System.currentTimeMillis() + TimeUnit.MINUTES.toMillis(MOST_MINUTES);
        Path statistics = Files.createTempFile("jdsm-wire", ".json");
        List<Process> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < ranks; rank++) {
                ProcessBuilder builder = new ProcessBuilder(network.on(rank, rank(repetitions)));
                builder.environment().keySet().removeIf(name -> name.startsWith("JDSM_"));
                builder.environment()
                        .putAll(Map.of(
                                "JDSM_RANK",
                                "" + rank,
                                "JDSM_RANKS",
                                "" + ranks,
                                "JDSM_RENDEZVOUS",
                                network.address(0) + ":" + RENDEZVOUS_PORT,
                                "JDSM_SECRET",
                                HexFormat.of().formatHex(secret),
                                "JDSM_DEVICE",
                                network.address(rank),
                                // All hosts share one /dev/shm, so the automatic choice would not use the network.
                                "JDSM_COMM",
                                "tcp",
                                "JDSM_CONSISTENCY",
                                consistency,
                                "JDSM_STATS",
                                statistics.toString(),
                                "JDSM_LAUNCHER_PID",
                                "" + ProcessHandle.current().pid(),
                                "JDSM_DEADLINE_MILLIS",
                                "" + deadline));
                processes.add(start(builder));
            }
            for (Process process : processes) {
                expectOk(process, "a rank of LU");
            }
            return Statistics.repetitions(statistics, ranks);
        } finally {
            end(processes);
            Files.delete(statistics);
        }
    }

    /**
     * The command of a rank, with the launcher's flags that affect time: ranks share this machine's processors and
     * memory.
     */
    private List<String> rank(int repetitions) {
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:CICompilerCount=2",
                "-XX:MaxRAMPercentage=" + 50.0 / ranks,
                "-javaagent:" + dist.resolve("lib").resolve("jdsm-agent.jar"),
                "-cp",
                dist.resolve("examples").resolve("*") + ":"
                        + dist.resolve("lib").resolve("*"),
                "jdsm.examples.LU"));
        command.addAll(arguments);
        command.addAll(List.of("--reps", "" + repetitions));
        return command;
    }

    /** The same job on this host, over a transport. */
    List<Statistics.Repetition> onThisHost(String transport, String consistency, int repetitions)
            throws IOException, InterruptedException {
        return launch(List.of("-p", "" + ranks, "--comm", transport, "--consistency", consistency), ranks, repetitions);
    }

    /** The same class as plain Java: one JVM, as many threads, not woven. */
    List<Statistics.Repetition> plainThreads(int repetitions) throws IOException, InterruptedException {
        return launch(List.of("--no-agent", "-p", "1", "-t", "" + ranks), ranks, repetitions);
    }

    private List<Statistics.Repetition> launch(List<String> options, int workers, int repetitions)
            throws IOException, InterruptedException {
        Path statistics = Files.createTempFile("jdsm-wire", ".json");
        List<Process> processes = new ArrayList<>();
        try {
            List<String> command =
                    new ArrayList<>(List.of(jdsm.toString(), "launch", "--stats", statistics.toString()));
            command.addAll(List.of("--timeout", "" + TimeUnit.MINUTES.toSeconds(MOST_MINUTES)));
            command.addAll(options);
            command.add("LU");
            command.addAll(arguments);
            command.addAll(List.of("--reps", "" + repetitions));
            processes.add(start(new ProcessBuilder(command)));
            expectOk(processes.get(0), String.join(" ", command));
            return Statistics.repetitions(statistics, workers);
        } finally {
            end(processes);
            Files.delete(statistics);
        }
    }

    /** Megabits a second from a host to the first one, without JDSM. */
    double transfer(Network network, int from, long bytes) throws IOException, InterruptedException {
        List<String> transfer =
                List.of(java.toString(), "-cp", System.getProperty("java.class.path"), Transfer.class.getName());
        List<Process> processes = new ArrayList<>();
        try {
            Process receiver = start(new ProcessBuilder(network.on(0, with(transfer, "receive", network.address(0)))));
            processes.add(receiver);
            String port = receiver.inputReader().readLine();
            if (port == null) {
                throw new IOException("the receiver of a bare transfer has not started");
            }
            Process sender = start(
                    new ProcessBuilder(network.on(from, with(transfer, "send", network.address(0), port, "" + bytes))));
            processes.add(sender);
            expectOk(sender, "the sender of a bare transfer");
            String rate = receiver.inputReader().readLine();
            expectOk(receiver, "the receiver of a bare transfer");
            return Double.parseDouble(rate);
        } finally {
            end(processes);
        }
    }

    private static List<String> with(List<String> command, String... arguments) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(arguments));
        return all;
    }

    private static Process start(ProcessBuilder builder) throws IOException {
        return builder.redirectError(Redirect.INHERIT).start();
    }

    /**
     * Waits for a process. Each writes only some lines at its end, fewer than a pipe holds, so an unread process does
     * not block.
     */
    private static void expectOk(Process process, String what) throws IOException, InterruptedException {
        int status = process.waitFor();
        if (status != 0) {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            throw new IOException(what + " ended with " + status + (said.isBlank() ? "" : ": " + said.strip()));
        }
    }

    private static void end(List<Process> processes) throws InterruptedException {
        for (Process process : processes) {
            process.destroy();
        }
        for (Process process : processes) {
            process.waitFor();
        }
    }
}
