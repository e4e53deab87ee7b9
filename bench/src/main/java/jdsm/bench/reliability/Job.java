package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A running job, mostly of {@link Turns}, and all of its processes. */
abstract class Job implements AutoCloseable {
    /** Environment variable of all processes of a job, with a different value for each job. */
    private static final String MARK = "RELIABILITY_JOB";

    /** How long a job may take to begin on a busy machine. */
    static final long BEGIN_MILLIS = 60_000;

    private static final String RANK = "JDSM_RANK";

    private final String mark = UUID.randomUUID().toString();
    private final Path end;
    final Output output = new Output();

    /** @param end the file whose existence ends the program, from {@link #newEnd} */
    Job(Path end) {
        this.end = end;
    }

    /** A file that does not exist, alone in a new folder. */
    static Path newEnd() throws IOException {
        return Files.createTempDirectory("reliability-jdsm-").resolve("end");
    }

    /** The file whose existence ends the program. */
    Path end() {
        return end;
    }

    void prepare(ProcessBuilder builder) {
        builder.environment().keySet().removeIf(name -> name.startsWith("JDSM_") || name.endsWith("_JAVA_OPTIONS"));
        builder.environment().put(MARK, mark);
    }

    /** The running processes of the ranks, by rank. */
    Map<Integer, ProcessHandle> ranks() throws IOException {
        Map<Integer, ProcessHandle> ranks = new TreeMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                Map<String, String> environment = environment(process);
                if (mark.equals(environment.get(MARK)) && environment.containsKey(RANK)) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(handle -> ranks.put(Integer.valueOf(environment.get(RANK)), handle));
                }
            }
        }
        return ranks;
    }

    /** The number of running processes of the job, launcher and helpers included. */
    int running() throws IOException {
        int count = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                count += mark.equals(environment(process).get(MARK)) ? 1 : 0;
            }
        }
        return count;
    }

    static Map<String, String> environment(Path process) {
        Map<String, String> variables = new TreeMap<>();
        try {
            for (String each : Files.readString(process.resolve("environ")).split("\0")) {
                int equals = each.indexOf('=');
                if (equals > 0) {
                    variables.put(each.substring(0, equals), each.substring(equals + 1));
                }
            }
        } catch (IOException e) {
            // it has ended since, or belongs to another user
        }
        return variables;
    }

    /** The variables of a rank's process. */
    static Map<String, String> environment(ProcessHandle process) {
        return environment(Path.of("/proc/" + process.pid()));
    }

    /** Blocks until this many ranks have started, or the job has ended. */
    Map<Integer, ProcessHandle> awaitRanks(int count) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BEGIN_MILLIS);
        Map<Integer, ProcessHandle> ranks = ranks();
        while (ranks.size() < count && !hasEnded() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(5);
            ranks = ranks();
        }
        return ranks;
    }

    /**
     * Blocks until the job computes, or has ended.
     *
     * @return whether it computes
     */
    boolean awaitBegin() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BEGIN_MILLIS);
        boolean begun = false;
        while (!begun && !hasEnded() && System.nanoTime() - deadline < 0) {
            begun = output.await(Turns.BEGUN, 100);
        }
        return begun;
    }

    /** Lets the program end. */
    void finish() throws IOException {
        if (!Files.exists(end)) {
            Files.createFile(end);
        }
    }

    abstract boolean hasEnded();

    /**
     * Blocks until all processes have ended.
     *
     * @return whether they have
     */
    abstract boolean awaitEnd(long millis) throws InterruptedException;

    /** The exit status that the user sees; of several the worst. */
    abstract int status();

    static void signal(String name, ProcessHandle to) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "" + to.pid()).start().waitFor();
    }

    /** Kills the remaining processes. */
    @Override
    public void close() throws IOException {
        for (ProcessHandle rank : ranks().values()) {
            rank.destroyForcibly();
        }
        Files.deleteIfExists(end);
        Files.deleteIfExists(end.getParent());
    }
}
