package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Kills ranks of jobs that start again by themselves, at random moments, and compares the results with those of
 * undisturbed jobs, bit for bit. In a part of the jobs the disk of the checkpoints is small, or no file can grow beyond some
 * length.
 */
final class Restarts {
    private static final int RANKS = 3;
    private static final int MOST_KILLS = 3;
    private static final long MOST_MILLIS = TimeUnit.MINUTES.toMillis(10);
    private static final List<String> TRANSPORTS = List.of("tcp", "shm");

    private static final List<List<String>> PROGRAMS = List.of(
            List.of("MolDyn", "--cells", "8", "--steps", "150"), List.of("NBody", "--bodies", "3000", "--steps", "80"));

    private static final List<String> DISKS = List.of("200k", "600k", "1m", "4m");
    private static final List<String> KILOBYTES = List.of("16", "64", "256");
    private static final Pattern SECONDS = Pattern.compile(" (seconds|first)=\\S+");
    private static final String AGAIN = "jdsm: a rank was lost: the job starts again ";

    private final Setting all;
    private final Random random;
    private final Consumer<Row> tell;
    private final Map<String, Undisturbed> undisturbed = new HashMap<>();
    private int kills;
    private int starts;
    private int fromCheckpoints;

    /** @param result the line that the program prints, without times */
    private record Undisturbed(String result, long millis) {}

    /** @param tell takes each outcome */
    Restarts(Setting all, Random random, Consumer<Row> tell) {
        this.all = all;
        this.random = random;
        this.tell = tell;
    }

    /** @return a paragraph for the page */
    String run(int jobs) throws IOException, InterruptedException {
        int bad = 0;
        for (int job = 0; job < jobs; job++) {
            List<String> program = PROGRAMS.get(job % PROGRAMS.size());
            String transport = TRANSPORTS.get(job / PROGRAMS.size() % TRANSPORTS.size());
            Row row = switch (random.nextInt(4)) {
                case 0 -> onSmallDisk(program, transport);
                case 1 -> withShortFiles(program);
                default -> disturbed(program, transport, all.own(), List.of(), "");
            };
            bad += row.good() ? 0 : 1;
            tell.accept(row);
            System.err.printf(Locale.ROOT, "restart %d of %d: %s%n", job + 1, jobs, row.markdown());
        }
        return String.format(
                Locale.ROOT,
                "%n%d jobs of `MolDyn` and `NBody` with `--restart-on-failure`, a part of them with a full disk or failing writes:"
                        + " %d kills at random moments, %d further starts, %d of them from a checkpoint. %d jobs with another"
                        + " result than undisturbed, by any bit.%n",
                jobs,
                kills,
                starts,
                fromCheckpoints,
                bad);
    }

    private Row onSmallDisk(List<String> program, String transport) throws IOException, InterruptedException {
        Setting setting = all.own();
        String size = DISKS.get(random.nextInt(DISKS.size()));
        Path disk = Files.createTempDirectory("reliability-disk-");
        Faults.run("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=700", "tmpfs", disk.toString());
        try {
            return disturbed(
                    program, transport, setting, List.of(), ", a disk of " + size, disk.resolve("checkpoints"));
        } finally {
            Faults.run("umount", disk.toString());
            Files.delete(disk);
        }
    }

    /** Over tcp, for the files of shared memory are longer. */
    private Row withShortFiles(List<String> program) throws IOException, InterruptedException {
        String most = KILOBYTES.get(random.nextInt(KILOBYTES.size()));
        List<String> shell = List.of("bash", "-c", "ulimit -f " + most + "; exec \"$@\"", "limited");
        return disturbed(program, "tcp", all.own(), shell, ", no file beyond " + most + " KB");
    }

    private Row disturbed(
            List<String> program, String transport, Setting setting, List<String> shell, String circumstances)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("reliability-checkpoints-");
        try {
            return disturbed(program, transport, setting, shell, circumstances, folder);
        } finally {
            ReliabilityMain.remove(folder);
        }
    }

    private Row disturbed(
            List<String> program,
            String transport,
            Setting setting,
            List<String> shell,
            String circumstances,
            Path checkpoints)
            throws IOException, InterruptedException {
        Undisturbed expected = undisturbed(program, transport);
        List<String> launch = launch(program, transport);
        launch.addAll(
                0,
                List.of(
                        "--checkpoint",
                        checkpoints.toString(),
                        "--checkpoint-every",
                        "" + (1 + random.nextInt(6)),
                        "--restart-on-failure",
                        "" + MOST_KILLS));
        int wanted = 1 + random.nextInt(MOST_KILLS);
        int done = 0;
        long begin = System.nanoTime();
        try (LaunchedJob job = LaunchedJob.of(setting, shell, launch)) {
            while (done < wanted && !job.awaitEnd(1 + random.nextInt((int) expected.millis()))) {
                ProcessHandle victim = job.ranks().get(random.nextInt(RANKS));
                if (victim != null) {
                    Job.signal("KILL", victim);
                    done++;
                }
            }
            boolean ended = job.awaitEnd(MOST_MILLIS);
            double seconds = (System.nanoTime() - begin) / 1e9;
            List<String> lines = job.output.lines();
            String fault = program.get(0) + ", " + done + " kills" + circumstances;
            List<String> wrong = new Observer(setting, fault, transport, RANKS).leftOvers(job, ended);
            if (ended && (job.status() != 0 || !expected.result().equals(result(lines)))) {
                wrong.add("status " + job.status() + " and " + result(lines));
            }
            kills += done;
            starts += count(lines, AGAIN);
            fromCheckpoints += count(lines, AGAIN + "from checkpoint");
            boolean good = wrong.isEmpty();
            String outcome = good ? "the same result" : String.join(", ", wrong);
            return new Row(fault, transport, RANKS, outcome, seconds, good ? "" : String.join(" / ", lines), good);
        }
    }

    private static int count(List<String> lines, String begin) {
        return (int) lines.stream().filter(line -> line.startsWith(begin)).count();
    }

    private static List<String> launch(List<String> program, String transport) {
        List<String> launch = new ArrayList<>(List.of("-p", "" + RANKS, "--comm", transport));
        launch.addAll(program);
        return launch;
    }

    private Undisturbed undisturbed(List<String> program, String transport) throws IOException, InterruptedException {
        String key = program.get(0) + " over " + transport;
        Undisturbed known = undisturbed.get(key);
        if (known == null) {
            long begin = System.nanoTime();
            try (LaunchedJob job = LaunchedJob.of(all.own(), List.of(), launch(program, transport))) {
                if (!job.awaitEnd(MOST_MILLIS) || job.status() != 0) {
                    throw new IOException(key + " fails undisturbed: " + job.output.lines());
                }
                job.output.await(" OK", 1_000);
                known = new Undisturbed(result(job.output.lines()), (System.nanoTime() - begin) / 1_000_000);
            }
            undisturbed.put(key, known);
        }
        return known;
    }

    /** The line of the program, without times; empty if it is missing. */
    private static String result(List<String> lines) {
        return lines.stream()
                .filter(line -> line.endsWith(" OK"))
                .map(line -> SECONDS.matcher(line).replaceAll(""))
                .findFirst()
                .orElse("");
    }
}
