package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/** A counter and a few sums that migrate from worker to worker under a lock. */
public final class Migratory extends SPMD {
    private static final int SUMS = 16;

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "--rounds", description = "number of times each worker takes the lock")
        int rounds = 1000;
    }

    private Arguments arguments;
    private long[] counter;
    private double[] sums;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Migratory", args());
        if (arguments.rounds < 1) {
            throw new UsageException("Migratory: --rounds must be at least 1");
        }
        counter = new long[1];
        pool.register(counter);
        sums = new double[SUMS];
        pool.register(sums);
    }

    @Override
    public void start() {
        long begin = System.nanoTime();
        for (int round = 0; round < arguments.rounds; round++) {
            pool.of(counter).lock();
            pool.of(counter).ensureWritable();
            pool.of(sums).ensureWritable();
            sums[(int) (counter[0] % SUMS)] += 0.5;
            counter[0]++;
            pool.of(counter).unlock();
        }
        barrier();
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (worker() == 0) {
            report(seconds);
        }
    }

    private void report(double seconds) {
        pool.of(counter).ensureReadable();
        pool.of(sums).ensureReadable();
        long expected = (long) arguments.rounds * workers();
        double sum = 0;
        for (double some : sums) {
            sum += some;
        }
        boolean ok = counter[0] == expected && sum == 0.5 * expected;
        report(String.format(
                Locale.ROOT,
                "Migratory rounds=%d ranks=%d threads=%s comm=%s consistency=%s seconds=%.3f us/lock=%.2f %s",
                arguments.rounds,
                ranks(),
                setting("threads"),
                setting("comm"),
                setting("consistency"),
                seconds,
                seconds / expected * 1e6,
                ok ? "OK" : "FAILED"));
        if (!ok) {
            report("the counter is " + counter[0] + " and the sums " + sum + " where " + expected
                    + " locks were taken");
            exitStatus(1);
        }
    }
}
