package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Two shared counters: workers increment the first in a synchronized block, in any order; they increment the second in
 * turn, and a volatile field names the next worker.
 */
public final class Counter extends SPMD {
    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "increments of each counter by each worker in a repetition")
        int n = 1000;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    /** The first counter; accessed only in a synchronized block. */
    private long count;
    /** The second counter; accessed only by the worker whose number is in {@link #turn}. */
    private long counted;
    /** The worker that may increment the second counter. */
    private volatile int turn;
    /** Seconds of each repetition, for the first counter. */
    private double[] lockSeconds;
    /** Seconds of each repetition, for the second counter. */
    private double[] turnSeconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Counter", args());
        if (arguments.n < 1 || arguments.reps < 1) {
            throw new UsageException("Counter: -n and --reps must be at least 1");
        }
        lockSeconds = new double[arguments.reps];
        turnSeconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        for (int rep = 0; rep < arguments.reps; rep++) {
            barrier();
            long begin = System.nanoTime();
            countUnderLock(arguments.n);
            barrier();
            long middle = System.nanoTime();
            countInTurn(arguments.n);
            barrier();
            if (worker() == 0) {
                lockSeconds[rep] = (middle - begin) / 1e9;
                turnSeconds[rep] = (System.nanoTime() - middle) / 1e9;
            }
        }
        if (worker() == 0 && arguments.spoil) {
            synchronized (this) {
                count++;
            }
        }
    }

    private void countUnderLock(int times) {
        for (int i = 0; i < times; i++) {
            synchronized (this) {
                count++;
            }
        }
    }

    private void countInTurn(int times) {
        int me = worker();
        int next = (me + 1) % workers();
        for (int i = 0; i < times; i++) {
            while (turn != me) {
                // There may be more workers than processors.
                Thread.yield();
            }
            counted++;
            turn = next;
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        long expected = (long) arguments.n * workers() * arguments.reps;
        double locks = lockSeconds[Result.best(lockSeconds)];
        double turns = turnSeconds[Result.best(turnSeconds)];
        double micros = 1e6 / ((double) arguments.n * workers());
        Result.report(
                this,
                "Counter n=" + arguments.n,
                String.format(
                        Locale.ROOT,
                        "seconds=%.6f us/lock=%.2f us/turn=%.2f",
                        locks + turns,
                        locks * micros,
                        turns * micros),
                count == expected && counted == expected && turn == 0
                        ? null
                        : "the counters are " + count + " and " + counted + " where " + expected
                                + " were counted, and it is worker " + turn + "'s turn");
    }
}
