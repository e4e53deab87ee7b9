package jdsm.bench.peers;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** How long a {@link CyclicBarrier} of plain threads takes. Arguments: threads, rounds, repetitions. */
public final class ThreadsBarrier {
    /** How many of the last repetitions the best is taken of. */
    private static final int COUNTED = 3;

    private ThreadsBarrier() {}

    /** Prints the median of the best of the last three repetitions. */
    public static void main(String[] args) throws InterruptedException {
        int threads = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        double[] medians = new double[Integer.parseInt(args[2])];
        CyclicBarrier barrier = new CyclicBarrier(threads);
        Thread[] others = new Thread[threads - 1];
        for (int i = 0; i < others.length; i++) {
            others[i] = new Thread(() -> run(barrier, rounds, new double[medians.length]), "thread-" + (i + 1));
            others[i].start();
        }
        run(barrier, rounds, medians);
        for (Thread other : others) {
            other.join();
        }
        double best = Arrays.stream(medians, Math.max(0, medians.length - COUNTED), medians.length)
                .min()
                .orElseThrow();
        System.out.printf(Locale.ROOT, "ThreadsBarrier threads=%d microseconds=%.2f OK%n", threads, best);
    }

    private static void run(CyclicBarrier barrier, int rounds, double[] medians) {
        try {
            for (int rep = 0; rep < medians.length; rep++) {
                long[] nanos = new long[rounds];
                barrier.await();
                long before = System.nanoTime();
                for (int i = 0; i < rounds; i++) {
                    barrier.await();
                    long now = System.nanoTime();
                    nanos[i] = now - before;
                    before = now;
                }
                Arrays.sort(nanos);
                medians[rep] = nanos[rounds / 2] / 1e3;
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
