package jdsm.bench.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A run: long-lived processes, in turn with jobs that come and go. Only one thing runs at a time, so that no sample
 * contains memory that another job is about to free.
 */
final class Soak {
    private static final int JOBS_A_TURN = 4;
    private static final int TURNS_A_KILL = 3;
    private static final String ALL = "the whole run";

    /** A JVM that runs jobs, and its jobs. */
    private record Jvm(Resident resident, Deck<JobSpec> jobs) {}

    private final Launcher launcher;
    private final Places places;
    private final Path logs;
    private final Ledger ledger;
    private final Random random;
    private final List<Jvm> hosts = new ArrayList<>();
    private final List<Resident> programs = new ArrayList<>();

    /** @param logs directory for the output of the long-lived processes */
    Soak(Launcher launcher, Places places, Path logs, Ledger ledger, Random random) {
        this.launcher = launcher;
        this.places = places;
        this.logs = logs;
        this.ledger = ledger;
        this.random = random;
    }

    /**
     * Runs for the given time; findings go into the ledger.
     *
     * @param turned takes the number of finished turns, after each turn
     */
    void run(Duration length, Consumer<Integer> turned) throws InterruptedException {
        try {
            prepare();
            startAll();
            Jobs jobs = new Jobs(launcher, places, ledger, random);
            long begin = System.nanoTime();
            for (int turn = 1; System.nanoTime() - begin < length.toNanos(); turn++) {
                turn();
                jobs.run();
                if (turn % TURNS_A_KILL == 0) {
                    jobs.kill();
                }
                ledger.add(ALL, sample());
                turned.accept(turn);
            }
            endAll();
        } catch (IOException e) {
            ledger.failed(e.getMessage());
        } finally {
            closeAll();
        }
    }

    /** Lets the first job on each JVM make class data, whose files stay on purpose. */
    private void prepare() throws IOException, InterruptedException {
        Files.createDirectories(logs);
        Process process = launcher.jdsm(List.of("class-data")).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("jdsm class-data ended with exit status " + process.exitValue() + ": " + printed);
        }
    }

    private void startAll() throws IOException, InterruptedException {
        for (boolean woven : new boolean[] {true, false}) {
            String name = woven ? "JVM of woven jobs" : "JVM of jobs by hand";
            Resident resident = start(name, port -> launcher.host(woven, port), 1);
            ledger.runsJobs(name);
            hosts.add(new Jvm(resident, new Deck<>(() -> Examples.shuffled(woven, random))));
        }
        start(WovenRounds.class, "tcp", "lazy-release");
        start(WovenRounds.class, "shm", "auto");
        start(RoundsByHand.class, "tcp", "auto");
        start(RoundsByHand.class, "shm", "lazy-release");
    }

    private void start(Class<?> program, String transport, String consistency)
            throws IOException, InterruptedException {
        String name = (program == WovenRounds.class ? "woven " : "by hand ") + transport + " " + consistency;
        programs.add(start(name, port -> launcher.rounds(program, transport, consistency, port), 2));
    }

    private Resident start(String name, IntFunction<ProcessBuilder> builder, int processes)
            throws IOException, InterruptedException {
        return Resident.start(name, builder, processes, logs.resolve(name.replace(' ', '-') + ".log"));
    }

    private void turn() throws IOException {
        for (Jvm host : hosts) {
            for (int i = 0; i < JOBS_A_TURN; i++) {
                host.resident().run(host.jobs().next().toString());
                ledger.did("jobs in the " + host.resident().name());
            }
            host.resident().sample(ledger);
        }
        for (Resident program : programs) {
            program.run("a round");
            ledger.did("rounds of " + program.name());
            program.sample(ledger);
        }
    }

    private Sample sample() throws IOException {
        return new Sample(Map.of(
                Quantity.SHARED_FILES,
                (long) places.sharedFiles().size(),
                Quantity.SHARED_BYTES,
                places.sharedBytes(),
                Quantity.TEMPORARY_FILES,
                (long) places.temporaryFiles().size(),
                Quantity.PROCESSES,
                ProcessHandle.current().descendants().count()));
    }

    /** Ends all processes in an orderly way; then nothing may remain. */
    private void endAll() throws IOException, InterruptedException {
        for (Jvm host : hosts) {
            host.resident().end();
        }
        for (Resident program : programs) {
            program.end();
        }
        List<Path> left = new ArrayList<>(places.sharedFiles());
        left.addAll(places.temporaryFiles());
        if (!left.isEmpty()) {
            ledger.failed("when all had ended there were " + left);
        }
        List<Long> processes =
                ProcessHandle.current().descendants().map(ProcessHandle::pid).toList();
        if (!processes.isEmpty()) {
            ledger.failed("when all had ended there were processes " + processes);
        }
    }

    private void closeAll() {
        hosts.forEach(host -> host.resident().close());
        programs.forEach(Resident::close);
    }
}
