package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * Two shared counters: one that workers increment as they come, in a synchronized block; and one that they increment in turn,
 * where a volatile field says whose turn it is.
 */
public final class Counter extends SPMD {
    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "how often each worker increments each counter, in a repetition")
        int n = 1000;

        @Option(names = "--reps", description = "repetitions in process")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, to see it found out")
        boolean spoil;
    }

    private Arguments arguments;
    /** Only in a synchronized block. */
    private long count;
    /** Only by the worker whose turn it is. */
    private long counted;
    /** A worker. */
    private volatile int turn;
    /** Of each repetition, for the first counter. */
    private double[] lockSeconds;
    /** Of each repetition, for the second. */
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
