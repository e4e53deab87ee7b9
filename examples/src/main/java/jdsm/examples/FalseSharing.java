package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Workers write interleaved elements of one array between barriers, and read all elements after the barrier. Under a
 * protocol with one writer at a time the array would move back and forth.
 */
public final class FalseSharing extends SPMD {
    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "elements")
        int n = 1024;

        @Option(names = "--rounds", description = "number of writes to the array")
        int rounds = 200;
    }

    private Arguments arguments;
    private long[] data;
    private long[] wrong;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "FalseSharing", args());
        if (arguments.n < 1 || arguments.rounds < 1) {
            throw new UsageException("FalseSharing: -n and --rounds must be at least 1");
        }
        data = new long[arguments.n];
        pool.register(data);
        wrong = new long[workers()];
        pool.register(wrong, 1);
    }

    @Override
    public void start() {
        long mistakes = 0;
        long begin = System.nanoTime();
        for (int round = 1; round <= arguments.rounds; round++) {
            pool.of(data).ensureWritable();
            for (int i = worker(); i < data.length; i += workers()) {
                data[i] += i + round;
            }
            barrier();
            pool.of(data).ensureReadable();
            for (int i = 0; i < data.length; i++) {
                mistakes += data[i] == (long) i * round + (long) round * (round + 1) / 2 ? 0 : 1;
            }
            barrier();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        pool.of(wrong, worker()).ensureWritable();
        wrong[worker()] = mistakes;
        barrier();
        if (worker() == 0) {
            report(seconds);
        }
    }

    private void report(double seconds) {
        pool.of(wrong, 0, wrong.length).ensureReadable();
        long mistakes = 0;
        for (long some : wrong) {
            mistakes += some;
        }
        report(String.format(
                Locale.ROOT,
                "FalseSharing n=%d rounds=%d ranks=%d threads=%s comm=%s consistency=%s seconds=%.3f us/round=%.1f %s",
                arguments.n,
                arguments.rounds,
                ranks(),
                setting("threads"),
                setting("comm"),
                setting("consistency"),
                seconds,
                seconds / arguments.rounds * 1e6,
                mistakes == 0 ? "OK" : "FAILED"));
        if (mistakes > 0) {
            report(mistakes + " elements had a wrong value");
            exitStatus(1);
        }
    }
}
