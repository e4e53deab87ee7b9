package jdsm.bench.peers;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.examples.Result;

/**
 * Random updates of a shared table that is divided equally among the workers. Workers sort their updates by target, and
 * after a barrier take the updates for their own part, so the protocol moves blocks of updates. Arguments: the table's
 * length, a power of two that the number of workers divides; updates of each worker; repetitions.
 */
public final class RandomUpdate extends SPMD {
    /** Number of updates that a worker sorts before each barrier. */
    private static final int BATCH = 1 << 16;

    private int updates;
    private long[][] parts;
    /** For each pair of workers: the number of updates, then indices and values alternately. */
    private long[][][] mail;

    private double[] seconds;

    @Override
    public void initialize() {
        String[] args = args();
        if (args.length != 3) {
            throw new UsageException("RandomUpdate: the table's length, updates of each worker, repetitions");
        }
        int table = Integer.parseInt(args[0]);
        updates = Integer.parseInt(args[1]);
        seconds = new double[Integer.parseInt(args[2])];
        if (Integer.bitCount(table) != 1 || table % workers() != 0) {
            throw new UsageException("RandomUpdate: the table's length is a power of two that the workers divide");
        }
        parts = new long[workers()][table / workers()];
        mail = new long[workers()][workers()][1 + 2 * BATCH];
    }

    @Override
    public void start() {
        for (int rep = 0; rep < seconds.length; rep++) {
            barrier();
            long begin = System.nanoTime();
            update();
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
        }
    }

    private void update() {
        int me = worker();
        int size = parts[me].length;
        Updates stream = new Updates(me, size * workers());
        for (int done = 0; done < updates; done += BATCH) {
            sort(stream, mail[me], size, Math.min(BATCH, updates - done));
            barrier();
            for (long[][] from : mail) {
                apply(parts[me], from[me]);
            }
            barrier();
        }
    }

    private static void sort(Updates stream, long[][] to, int size, int count) {
        int[] next = new int[to.length];
        for (int i = 0; i < count; i++) {
            long value = stream.next();
            int at = stream.index();
            int worker = at / size;
            long[] letters = to[worker];
            int place = 2 * next[worker]++ + 1;
            letters[place] = at % size;
            letters[place + 1] = value;
        }
        for (int worker = 0; worker < to.length; worker++) {
            to[worker][0] = next[worker];
        }
    }

    private static void apply(long[] part, long[] letters) {
        int end = 2 * (int) letters[0];
        for (int place = 1; place < end; place += 2) {
            part[(int) letters[place]] ^= letters[place + 1];
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int size = parts[0].length;
        long[] expected = new long[size * workers()];
        // An even number of equal updates cancels out.
        for (int worker = 0; worker < workers() && seconds.length % 2 != 0; worker++) {
            Updates stream = new Updates(worker, expected.length);
            for (int i = 0; i < updates; i++) {
                long value = stream.next();
                expected[stream.index()] ^= value;
            }
        }
        int wrong = 0;
        for (int i = 0; i < expected.length; i++) {
            wrong += parts[i / size][i % size] == expected[i] ? 0 : 1;
        }
        Result.report(
                this,
                "RandomUpdate table=" + expected.length + " updates=" + updates,
                String.format(
                        Locale.ROOT, "updatesPerSecond=%.0f", (double) updates * workers() / Timing.best(seconds)),
                wrong == 0 ? null : wrong + " elements of the table are wrong");
    }
}
