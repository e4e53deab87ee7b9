package jdsm.bench.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Jobs of the launcher, with a process for each rank. Some run to their end, others are killed; then it looks for their
 * remains. Not thread-safe.
 */
final class Jobs {
    /** Time limit by which the launcher ends a hanging job. */
    private static final String TIMEOUT_SECONDS = "300";

    /** Time for processes to end, and for the next start to remove files. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long POLL_MILLIS = 20;
    private static final int LONGEST_LIFE_MILLIS = 1500;

    private final Launcher launcher;
    private final Places places;
    private final Ledger ledger;
    private final Deck<JobSpec> examples;
    private final Deck<JobSpec> victims;
    private final Random random;

    Jobs(Launcher launcher, Places places, Ledger ledger, Random random) {
        this.launcher = launcher;
        this.places = places;
        this.ledger = ledger;
        this.random = random;
        examples = new Deck<>(() -> {
            List<JobSpec> all = Examples.shuffled(true, random);
            all.addAll(Examples.shuffled(false, random));
            Collections.shuffle(all, random);
            return all;
        });
        victims = new Deck<>(() -> {
            List<JobSpec> all = new ArrayList<>();
            for (String transport : Examples.TRANSPORTS) {
                all.add(new JobSpec(transport, 2, 1, "lazy-release", "LU", List.of("-n", "256", "--reps", "5000")));
                all.add(new JobSpec(transport, 3, 1, "auto", "LuByHand", List.of("-n", "256", "--reps", "5000")));
            }
            Collections.shuffle(all, random);
            return all;
        });
    }

    /** Runs the next example to its end, and looks for remains. */
    void run() throws IOException, InterruptedException {
        List<Path> before = everything();
        if (finish(examples.next())) {
            ledger.did("jobs of the launcher");
        }
        awaitNothingBut(before, "a job that has ended");
    }

    private boolean finish(JobSpec spec) throws IOException, InterruptedException {
        String mark = Launcher.newMark();
        Process process = launcher.job(spec, mark, "--timeout", TIMEOUT_SECONDS).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            ledger.failed("job " + spec + " ended with exit status " + status + ": " + printed);
        }
        awaitNobody(mark, "job " + spec);
        return status == 0;
    }

    /**
     * Kills the launcher and all ranks of the next victim at once while it computes, starts another job, and looks for
     * remains.
     */
    void kill() throws IOException, InterruptedException {
        JobSpec victim = victims.next();
        List<Path> before = everything();
        String mark = Launcher.newMark();
        Process process = launcher.job(victim, mark)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<ProcessHandle> ranks = awaitComputing(victim, process, mark);
        Thread.sleep(random.nextInt(LONGEST_LIFE_MILLIS));
        List<String> command = new ArrayList<>(List.of("kill", "-KILL", "" + process.pid()));
        ranks.forEach(rank -> command.add("" + rank.pid()));
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            ledger.failed("job " + victim + " had ended before it was killed");
        }
        process.waitFor();
        awaitNobody(mark, "killed job " + victim);
        ledger.did("jobs killed over " + victim.transport());
        boolean leavesFiles = victim.transport().equals("shm");
        if (left(before).isEmpty() == leavesFiles) {
            ledger.failed("job " + victim + ", killed while it computed, left " + left(before));
        }
        JobSpec next = examples.next();
        finish(next);
        awaitNothingBut(before, "killed job " + victim + " after job " + next);
    }

    private List<ProcessHandle> awaitComputing(JobSpec victim, Process launched, String mark)
            throws IOException, InterruptedException {
        int processes = victim.transport().equals("inproc") ? 1 : victim.ranks();
        while (launched.isAlive()) {
            List<ProcessHandle> ranks = Launcher.marked(mark).stream()
                    .filter(each -> each.pid() != launched.pid())
                    .toList();
            boolean all = ranks.size() == processes;
            for (ProcessHandle rank : ranks) {
                all &= Launcher.computes(rank);
            }
            if (all) {
                return ranks;
            }
            Thread.sleep(POLL_MILLIS);
        }
        throw new IOException("job " + victim + " ended by itself with exit status " + launched.exitValue());
    }

    private void awaitNobody(String mark, String whose) throws InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            List<ProcessHandle> left = Launcher.marked(mark);
            if (left.isEmpty()) {
                return;
            }
            if (System.nanoTime() - begin > PATIENCE_NANOS) {
                ledger.failed(whose + " has left processes "
                        + left.stream().map(ProcessHandle::pid).toList());
                left.forEach(ProcessHandle::destroyForcibly);
                return;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private void awaitNothingBut(List<Path> before, String whose) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (!left(before).isEmpty()) {
            if (System.nanoTime() - begin > PATIENCE_NANOS) {
                ledger.failed(whose + " has left " + left(before));
                return;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private List<Path> left(List<Path> before) throws IOException {
        List<Path> left = new ArrayList<>(everything());
        left.removeAll(before);
        return left;
    }

    private List<Path> everything() throws IOException {
        List<Path> all = new ArrayList<>(places.sharedFiles());
        all.addAll(places.temporaryFiles());
        return all;
    }
}
