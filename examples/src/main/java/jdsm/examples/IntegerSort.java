package jdsm.examples;

import java.util.Arrays;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * The NAS benchmark IS (Bailey et al., RNR-94-007): ranks integer keys by counting. Each worker counts the keys of its
 * band, and adds up the counts of all workers for its range of keys.
 */
public class IntegerSort extends SPMD {
    private static final int ITERATIONS = 10;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "--class", description = "size: S, W or A")
        NpbClass size = NpbClass.A;
    }

    private Arguments arguments;
    private PublishedRanks published;
    /** The number of different keys. */
    private int range;

    private int[] keys;
    /** The keys at the beginning of a repetition. */
    private int[] generated;
    /** For each worker, the number of times that each key occurs in its band. */
    private int[][] counts;
    /** For each key, the number of keys up to this one. */
    private int[] upTo;
    /** For each worker, the number of keys in its range. */
    private int[] inRange;
    /** How many of the published ranks were not found. */
    private int wrong;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "IntegerSort", args());
        if (arguments.reps < 1) {
            throw new UsageException("IntegerSort: --reps must be at least 1");
        }
        published = new PublishedRanks(arguments.size);
        switch (arguments.size) {
            case S -> prepare(16, 11);
            case W -> prepare(20, 16);
            case A -> prepare(23, 19);
        }
        keys = new int[generated.length];
        counts = new int[workers()][range];
        upTo = new int[range];
        inRange = new int[workers()];
        seconds = new double[arguments.reps];
    }

    private void prepare(int bitsOfCount, int bitsOfRange) {
        range = 1 << bitsOfRange;
        generated = new int[1 << bitsOfCount];
        NpbRandom random = new NpbRandom(0);
        for (int i = 0; i < generated.length; i++) {
            double sum = random.next() + random.next() + random.next() + random.next();
            generated[i] = (int) (range / 4 * sum);
        }
    }

    @Override
    public void start() {
        int from = (int) ((long) keys.length * worker() / workers());
        int to = (int) ((long) keys.length * (worker() + 1) / workers());
        for (int rep = 0; rep < arguments.reps; rep++) {
            System.arraycopy(generated, from, keys, from, to - from);
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
                rank(iteration, from, to);
                if (worker() == 0) {
                    wrong += published.wrong(keys, upTo, iteration);
                }
            }
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            barrier();
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            upTo[range / 2]++;
        }
    }

    /** Finds the ranks of all keys, after two of them have changed. */
    private void rank(int iteration, int from, int to) {
        if (worker() == 0) {
            keys[iteration] = iteration;
            keys[iteration + ITERATIONS] = range - iteration;
        }
        barrier();
        int[] mine = counts[worker()];
        Arrays.fill(mine, 0);
        for (int i = from; i < to; i++) {
            mine[keys[i]]++;
        }
        barrier();
        int first = (int) ((long) range * worker() / workers());
        int end = (int) ((long) range * (worker() + 1) / workers());
        int sum = 0;
        for (int key = first; key < end; key++) {
            for (int other = 0; other < counts.length; other++) {
                sum += counts[other][key];
            }
            upTo[key] = sum;
        }
        inRange[worker()] = sum;
        barrier();
        int below = 0;
        for (int other = 0; other < worker(); other++) {
            below += inRange[other];
        }
        for (int key = first; key < end; key++) {
            upTo[key] += below;
        }
        barrier();
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int unsorted = unsorted();
        Result.report(
                this,
                "IntegerSort class=" + arguments.size,
                Repeated.figures(seconds),
                wrong == 0 && unsorted == 0
                        ? null
                        : wrong + " ranks differ from the published ones, " + unsorted + " keys are not in order");
    }

    /** Sorts the keys by their ranks, and returns the number of keys that are less than the one before. */
    private int unsorted() {
        int[] sorted = new int[keys.length];
        int[] free = upTo.clone();
        for (int key : keys) {
            free[key]--;
            sorted[free[key]] = key;
        }
        int unsorted = 0;
        for (int i = 1; i < sorted.length; i++) {
            unsorted += sorted[i] < sorted[i - 1] ? 1 : 0;
        }
        return unsorted;
    }
}
