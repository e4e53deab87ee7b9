package jdsm.examples;

import java.util.Arrays;
import java.util.Locale;
import jdsm.Collectives;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Measures a barrier among all workers, and checks through a shared array that no worker passes it ahead of the others.
 * With {@code --sum} it measures a sum of a number of each worker as well.
 */
public final class Barrier extends SPMD {
    /** The result is the best of this many last repetitions. */
    private static final int COUNTED = 3;

    /** The figures of a repetition: mean and median of a barrier and of a sum. */
    private static final int FIGURES = 4;

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "--rounds", description = "number of timed barriers in a repetition")
        int rounds = 2000;

        @Option(names = "--checks", description = "number of checked barriers in a repetition")
        int checks = 50;

        @Option(names = "--sum", description = "measure a sum as well")
        boolean sum;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "run one round ahead once, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    /**
     * For each repetition, the mean and the median nanoseconds of a barrier, and of a sum, as measured by worker 0; for
     * sums 0 if there are none.
     */
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
        nanos = new double[FIGURES * arguments.reps];
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
            enter(mine, FIGURES * rep, timeBarriers());
            if (arguments.sum) {
                enter(mine, FIGURES * rep + 2, timeSums());
            }
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

    /** Enters the mean and the median. */
    private static void enter(double[] figures, int at, long[] times) {
        figures[at] = Arrays.stream(times).average().orElseThrow();
        Arrays.sort(times);
        figures[at + 1] = times[times.length / 2];
    }

    /** The nanoseconds of each barrier. */
    private long[] timeBarriers() {
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

    /**
     * The nanoseconds of each sum.
     *
     * @throws IllegalStateException for a wrong sum
     */
    private long[] timeSums() {
        long[] times = new long[arguments.rounds];
        barrier();
        long before = System.nanoTime();
        for (int i = 0; i < times.length; i++) {
            double sum = Collectives.sum(i + 0.5);
            long now = System.nanoTime();
            times[i] = now - before;
            before = now;
            if (sum != (i + 0.5) * workers()) {
                throw new IllegalStateException("the sum of " + (i + 0.5) + " of each worker is " + sum);
            }
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
        int barrier = best(0);
        int sum = best(2);
        int seen = Arrays.stream(astray).sum();
        report(String.format(
                Locale.ROOT,
                "Barrier rounds=%d ranks=%d threads=%s comm=%s microseconds=%.2f median=%.2f%s %s",
                arguments.rounds,
                ranks(),
                setting("threads"),
                setting("comm"),
                nanos[barrier] / 1e3,
                nanos[barrier + 1] / 1e3,
                arguments.sum
                        ? String.format(Locale.ROOT, " sum=%.2f sumMedian=%.2f", nanos[sum] / 1e3, nanos[sum + 1] / 1e3)
                        : "",
                seen == 0 ? "OK" : "FAILED"));
        if (seen > 0) {
            report(seen + " times a worker was in another round");
            exitStatus(1);
        }
    }

    /** The index of the least of some figures among the last repetitions. */
    private int best(int figure) {
        int best = FIGURES * Math.max(0, arguments.reps - COUNTED) + figure;
        for (int at = best + FIGURES; at < nanos.length; at += FIGURES) {
            best = nanos[at] < nanos[best] ? at : best;
        }
        return best;
    }
}
