package jdsm.examples;

import java.util.Locale;
import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * A bounded buffer with {@code wait} and {@code notifyAll}: half of the workers produce items, the others consume them.
 * A single worker alternates between the two.
 */
public final class Queue extends SPMD {
    enum Kind {
        ring,
        linked
    }

    /** The program's arguments. */
    static final class Arguments {
        @Option(names = "-n", description = "items in a repetition")
        int n = 2000;

        @Option(names = "--capacity", description = "capacity of the buffer in items")
        int capacity = 16;

        @Option(names = "--kind", description = "the buffer: ring, an array; or linked, a chain of new nodes")
        Kind kind = Kind.ring;

        @Option(names = "--reps", description = "number of repetitions")
        int reps = 1;

        @Option(names = "--break", hidden = true, description = "spoil the result, which the check must find")
        boolean spoil;
    }

    private Arguments arguments;
    private int producers;
    private int consumers;
    private BoundedBuffer buffer;
    /** For each consumer, the number of times it got each item. */
    private int[][] got;
    /** For each consumer, the number of items that came after a later one of the same producer. */
    private int[] overtaken;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Queue", args());
        if (arguments.n < 1 || arguments.capacity < 1 || arguments.reps < 1) {
            throw new UsageException("Queue: -n, --capacity and --reps must be at least 1");
        }
        consumers = (workers() + 1) / 2;
        producers = Math.max(1, workers() - consumers);
        buffer =
                arguments.kind == Kind.ring ? new RingBuffer(arguments.capacity) : new LinkedBuffer(arguments.capacity);
        got = new int[consumers][arguments.n];
        overtaken = new int[consumers];
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() throws InterruptedException {
        for (int rep = 0; rep < arguments.reps; rep++) {
            barrier();
            long begin = System.nanoTime();
            if (workers() == 1) {
                alternate();
            } else if (worker() % 2 == 0) {
                consume(worker() / 2);
            } else {
                produce(worker() / 2);
            }
            barrier();
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
        }
        if (worker() == 0 && arguments.spoil) {
            got[0][0]++;
        }
    }

    private void alternate() throws InterruptedException {
        int last = -1;
        for (int item = 0; item < arguments.n; item++) {
            buffer.put(item);
            int taken = buffer.take();
            got[0][taken]++;
            overtaken[0] += taken < last ? 1 : 0;
            last = taken;
        }
    }

    /** Produces every n-th item, for n producers. */
    private void produce(int producer) throws InterruptedException {
        for (int item = producer; item < arguments.n; item += producers) {
            buffer.put(item);
        }
    }

    /** Consumes this worker's share of all items. */
    private void consume(int consumer) throws InterruptedException {
        int share = (arguments.n + consumer) / consumers;
        int[] mine = got[consumer];
        int[] last = new int[producers];
        int late = 0;
        for (int i = 0; i < share; i++) {
            int item = buffer.take();
            mine[item]++;
            int producer = item % producers;
            late += item < last[producer] ? 1 : 0;
            last[producer] = item;
        }
        overtaken[consumer] += late;
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int wrong = 0;
        for (int item = 0; item < arguments.n; item++) {
            int times = 0;
            for (int[] consumer : got) {
                times += consumer[item];
            }
            wrong += times == arguments.reps ? 0 : 1;
        }
        int late = 0;
        for (int each : overtaken) {
            late += each;
        }
        double best = seconds[Result.best(seconds)];
        Result.report(
                this,
                "Queue n=" + arguments.n + " capacity=" + arguments.capacity + " kind=" + arguments.kind,
                String.format(Locale.ROOT, "seconds=%.6f us/item=%.2f", best, best / arguments.n * 1e6),
                wrong == 0 && late == 0
                        ? null
                        : wrong + " items did not arrive exactly once, " + late + " were overtaken");
    }
}
