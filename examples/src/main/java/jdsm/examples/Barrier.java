package jdsm.examples;

import java.util.Arrays;
import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Measures a barrier among all workers, and checks through a shared array that no worker passes it ahead of the others.
 */
public final class Barrier extends SPMD {
    /** The result is the best of this many last repetitions. */
    private static final int COUNTED = 3;

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "--rounds", description = "number of timed barriers in a repetition")
        int rounds = 2000;

        @Option(names = "--checks", description = "number of checked barriers in a repetition")
        int checks = 50;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "run one round ahead once, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    /** For each repetition, the mean and the median nanoseconds of a barrier, as measured by worker 0. */
    private double[] nanos;
    /** For each worker, its current checked round; each element is a unit. */
    private int[] round;
    /** For each worker, the number of times it saw another worker in another round; each element is a unit. */
    private int[] astray;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Barrier", args());
        if (arguments.rounds < 1 || arguments.checks < 0 || arguments.reps < 1) {
            throw new UsageException("Barrier: --rounds and --reps must be at least 1, --checks at least 0");
        }
        nanos = new double[2 * arguments.reps];
        pool.register(nanos);
        round = new int[workers()];
        pool.register(round, 1);
        astray = new int[workers()];
        pool.register(astray, 1);
    }

    @Override
    public void start() {
        double[] mine = new double[nanos.length];
        int seen = 0;
        for (int rep = 0; rep < arguments.reps; rep++) {
            long[] times = time();
            mine[2 * rep] = Arrays.stream(times).average().orElseThrow();
            Arrays.sort(times);
            mine[2 * rep + 1] = times[times.length / 2];
            seen += check(rep * arguments.checks);
        }
        if (worker() == 0) {
            pool.acquire(nanos);
            System.arraycopy(mine, 0, nanos, 0, mine.length);
            pool.release(nanos);
        }
        pool.acquire(astray, worker());
        astray[worker()] = seen;
        pool.release(astray, worker());
    }

    /** The nanoseconds of each barrier. */
    private long[] time() {
        long[] times = new long[arguments.rounds];
        barrier();
        long before = System.nanoTime();
        for (int i = 0; i < times.length; i++) {
            barrier();
            long now = System.nanoTime();
            times[i] = now - before;
            before = now;
        }
        return times;
    }

    /** Publishes this worker's round, and checks between two barriers that all other workers are in the same round. */
    private int check(int first) {
        int seen = 0;
        for (int i = first + 1; i <= first + arguments.checks; i++) {
            pool.acquire(round, worker());
            round[worker()] = arguments.spoil && worker() == workers() - 1 && i == 1 ? i + 1 : i;
            pool.release(round, worker());
            barrier();
            pool.update(round);
            for (int other : round) {
                seen += other == i ? 0 : 1;
            }
            barrier();
        }
        return seen;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        pool.update(nanos);
        pool.update(astray);
        int best = Math.max(0, arguments.reps - COUNTED);
        for (int rep = best + 1; rep < arguments.reps; rep++) {
            best = nanos[2 * rep] < nanos[2 * best] ? rep : best;
        }
        int seen = Arrays.stream(astray).sum();
        report(String.format(
                Locale.ROOT,
                "Barrier rounds=%d ranks=%d threads=%s comm=%s microseconds=%.2f median=%.2f %s",
                arguments.rounds,
                ranks(),
                setting("threads"),
                setting("comm"),
                nanos[2 * best] / 1e3,
                nanos[2 * best + 1] / 1e3,
                seen == 0 ? "OK" : "FAILED"));
        if (seen > 0) {
            report(seen + " times a worker was in another round");
            exitStatus(1);
        }
    }
}
