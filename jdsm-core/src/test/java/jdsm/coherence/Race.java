package jdsm.coherence;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Two threads that each do one thing to a fresh unit, at the same moment as nearly as a gate before each round can make it.
 * One begins a little later than the other, by a little more or less in each round, so that both come to be first, and that
 * one does its thing between any two steps of the other.
 */
final class Race {
    private static final int MOST_ROUNDS = 100_000;
    /** Where others need the processors, so many must do. */
    private static final int LEAST_ROUNDS = 2_000;

    private static final long NANOS = 400_000_000;
    /** In loads from the cache: finer than the few nanoseconds between two steps of one thread. */
    private static final int SKEWS = 151;

    /** Much: threads that yield to each other at once share a processor for good, and never do anything at the same time. */
    private static final int SPINS = 5_000;
    /** So that no two threads' counts share a cache line. */
    private static final int STRIDE = 32;

    /** Who holds units: an identity is all that these need, so no such thread is ever started. */
    static final Thread FIRST = new Thread();

    static final Thread SECOND = new Thread();

    private final AtomicIntegerArray arrived = new AtomicIntegerArray(2 * STRIDE);
    private final PlainUnit[] units;
    private final boolean[][] outcomes = new boolean[2][];
    private volatile int rounds = MOST_ROUNDS;
    private volatile boolean broken;

    private Race(PlainUnit[] units) {
        this.units = units;
    }

    /** How often each pair of answers came. */
    record Outcomes(int both, int onlyFirst, int onlySecond, int neither) {}

    /** Something done to a unit by one of the two. */
    interface Step extends Predicate<PlainUnit> {}

    /** @param start makes the unit of each round */
    static Outcomes run(Supplier<PlainUnit> start, Step first, Step second) throws Exception {
        PlainUnit[] units = Stream.generate(start).limit(MOST_ROUNDS).toArray(PlainUnit[]::new);
        Race race = new Race(units);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Future<boolean[]> one = pool.submit(race.side(0, first));
            Future<boolean[]> other = pool.submit(race.side(1, second));
            race.outcomes[0] = one.get(60, TimeUnit.SECONDS);
            race.outcomes[1] = other.get(60, TimeUnit.SECONDS);
            return race.count();
        } finally {
            race.broken = true;
            pool.shutdownNow();
        }
    }

    private Callable<boolean[]> side(int me, Step step) {
        return () -> {
            boolean[] answers = new boolean[MOST_ROUNDS];
            long end = System.nanoTime() + NANOS;
            try {
                for (int round = 0; round < rounds; round++) {
                    if (me == 0 && round >= LEAST_ROUNDS && System.nanoTime() > end) {
                        rounds = round + 1; // before the gate: so both know
                    }
                    gate(me, round + 1);
                    int skew = round * (me == 0 ? 7 : 13) % SKEWS;
                    while (skew > 0) {
                        skew -= arrived.get(me * STRIDE) > round ? 1 : skew; // a load each, which no compiler drops
                    }
                    answers[round] = step.test(units[round]);
                }
            } catch (RuntimeException | Error e) {
                broken = true;
                throw e;
            }
            return answers;
        };
    }

    private void gate(int me, int round) {
        arrived.set(me * STRIDE, round);
        for (int spins = 0; arrived.get((1 - me) * STRIDE) < round && !broken; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private Outcomes count() {
        int[] counts = new int[4];
        for (int round = 0; round < rounds; round++) {
            counts[(outcomes[0][round] ? 0 : 2) + (outcomes[1][round] ? 0 : 1)]++;
        }
        return new Outcomes(counts[0], counts[1], counts[2], counts[3]);
    }
}
