package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A job with half of its ranks on each of two hosts, started without the launcher. */
final class NetworkJob extends Job {
    private static final String PORT = ":7799";

    private final List<Process> processes = new ArrayList<>();

    NetworkJob(Setting setting, TwoHosts hosts, int ranks, String transport) throws IOException {
        super(newEnd());
        Path lib = setting.distribution().resolve("lib");
        for (int rank = 0; rank < ranks; rank++) {
            int host = rank * 2 / ranks;
            ProcessBuilder builder = new ProcessBuilder(
                    "ip",
                    "netns",
                    "exec",
                    hosts.name(host),
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-Djdsm.shm.dir=" + setting.shared(),
                    "-cp",
                    lib + "/*:" + setting.programs(),
                    Turns.class.getName(),
                    end().toString());
            prepare(builder);
            set(builder, "RANK", rank);
            set(builder, "RANKS", ranks);
            set(builder, "RANKS_ON_HOST", ranks / 2);
            set(builder, "RENDEZVOUS", TwoHosts.address(0) + PORT);
            set(builder, "SECRET", "a secret that is long enough");
            set(builder, "JOB", end());
            set(builder, "COMM", transport);
            set(builder, "DEVICE", TwoHosts.address(host));
            set(builder, "HOST_PART", "host " + host);
            set(builder, "LAUNCHER_PID", ProcessHandle.current().pid());
            Process process = builder.start();
            output.read(process.getInputStream(), "[" + rank + "] ");
            output.read(process.getErrorStream(), "[" + rank + "] ");
            processes.add(process);
        }
    }

    private static void set(ProcessBuilder builder, String name, Object value) {
        builder.environment().put("JDSM_" + name, value.toString());
    }

    @Override
    boolean hasEnded() {
        return processes.stream().noneMatch(Process::isAlive);
    }

    @Override
    boolean awaitEnd(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean ended = true;
        for (Process process : processes) {
            ended &= process.waitFor(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        return ended;
    }

    @Override
    int status() {
        return processes.stream().mapToInt(Process::exitValue).max().orElseThrow();
    }

    @Override
    public void close() throws IOException {
        processes.forEach(Process::destroyForcibly);
        super.close();
    }
}
