package jdsm.bench.peers;

import java.util.Locale;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Measures a {@link CyclicBarrier} of plain threads. Arguments: threads, rounds, repetitions. */
public final class ThreadsBarrier {
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
        System.out.printf(
                Locale.ROOT, "ThreadsBarrier threads=%d microseconds=%.2f OK%n", threads, Timing.best(medians));
    }

    private static void run(CyclicBarrier barrier, int rounds, double[] medians) {
        for (int rep = 0; rep < medians.length; rep++) {
            await(barrier);
            medians[rep] = Timing.median(rounds, () -> await(barrier));
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
