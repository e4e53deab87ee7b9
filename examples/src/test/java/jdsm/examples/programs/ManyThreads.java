package jdsm.examples.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdsm.Local;
import jdsm.SPMD;

/**
 * Threads of all ranks increment counters under shared locks, and elements of their own beside those of others, while the
 * workers pass barriers. No increment may be lost. Arguments: seed, rounds, threads a rank.
 */
public final class ManyThreads extends SPMD {
    private static final int LOCKS = 3;
    private static final int PLACES = 40;
    private static final int OPERATIONS = 60;

    private final Object[] locks = new Object[LOCKS];
    private int[][] underLock;
    private int[] own;

    @Local
    private long seed;

    @Local
    private int threads;

    @Override
    public void initialize() {
        seed = Long.parseLong(args()[0]);
        threads = Integer.parseInt(args()[2]);
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new Object();
        }
        underLock = new int[LOCKS][PLACES];
        own = new int[PLACES * workers() * threads];
    }

    @Override
    public void start() throws Exception {
        int rounds = Integer.parseInt(args()[1]);
        int all = workers() * threads;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        int[] expectedOwn = new int[own.length];
        int[][] expectedUnderLock = new int[LOCKS][PLACES];
        for (int round = 0; round < rounds; round++) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int me = worker() * threads + t;
                Random random = random(round, me);
                tasks.add(pool.submit(() -> work(random, me, all)));
            }
            barrier(); // in the middle of the threads' work
            synchronized (locks[round % LOCKS]) {
                underLock[round % LOCKS][0]++;
            }
            barrier();
            for (Future<?> task : tasks) {
                task.get();
            }
            for (int one = 0; one < all; one++) {
                expect(random(round, one), one, all, expectedOwn, expectedUnderLock);
            }
            expectedUnderLock[round % LOCKS][0] += workers();
            if (round % 2 == 0 || round == rounds - 1) {
                barrier();
                requireEqual(own, expectedOwn, round, "own");
                for (int lock = 0; lock < LOCKS; lock++) {
                    requireEqual(underLock[lock], expectedUnderLock[lock], round, "under lock " + lock);
                }
                barrier();
            }
        }
        pool.shutdown();
        if (worker() == 0) {
            report("ManyThreads OK");
        }
    }

    private Random random(int round, int thread) {
        return new Random(seed + 1000L * round + thread);
    }

    /** Increments elements; element {@code i} of {@code own} belongs to thread {@code i % all}. */
    private void work(Random random, int me, int all) {
        for (int left = OPERATIONS; left > 0; left--) {
            int lock = random.nextInt(2 * LOCKS);
            int times = 1 + random.nextInt(12);
            if (lock < LOCKS) {
                synchronized (locks[lock]) {
                    for (int i = 0; i < times; i++) {
                        underLock[lock][random.nextInt(PLACES)]++;
                    }
                }
            } else {
                for (int i = 0; i < times; i++) {
                    own[me + all * random.nextInt(PLACES)]++;
                }
            }
        }
    }

    /** Does in arrays of the caller what {@link #work} does in shared ones. */
    private static void expect(Random random, int me, int all, int[] own, int[][] underLock) {
        for (int left = OPERATIONS; left > 0; left--) {
            int lock = random.nextInt(2 * LOCKS);
            int times = 1 + random.nextInt(12);
            for (int i = 0; i < times; i++) {
                int place = random.nextInt(PLACES);
                if (lock < LOCKS) {
                    underLock[lock][place]++;
                } else {
                    own[me + all * place]++;
                }
            }
        }
    }

    private static void requireEqual(int[] found, int[] expected, int round, String what) {
        for (int i = 0; i < expected.length; i++) {
            if (found[i] != expected[i]) {
                throw new IllegalStateException(
                        "round " + round + ": element " + i + " " + what + " is " + found[i] + ", not " + expected[i]);
            }
        }
    }
}
