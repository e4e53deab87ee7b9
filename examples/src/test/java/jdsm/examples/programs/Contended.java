package jdsm.examples.programs;

import java.util.Random;
import jdsm.SPMD;

/** Workers that often wait for locks, some for long, but take them in one order. */
public final class Contended extends SPMD {
    private static final int PHASES = 2;
    private static final int TIMES = 150;
    private static final int LOCKS = 5;

    private static final class Tally {
        private int count;
    }

    private Tally[] tallies;

    @Override
    public void initialize() {
        tallies = new Tally[LOCKS];
        for (int i = 0; i < LOCKS; i++) {
            tallies[i] = new Tally();
        }
    }

    @Override
    public void start() throws InterruptedException {
        Random random = new Random(Long.parseLong(args()[0]) * 100 + worker());
        for (int phase = 0; phase < PHASES; phase++) {
            int longTime = random.nextInt(TIMES);
            for (int i = 0; i < TIMES; i++) {
                int first = random.nextInt(LOCKS - 1);
                int second = first + 1 + random.nextInt(LOCKS - 1 - first);
                synchronized (tallies[first]) {
                    synchronized (tallies[second]) {
                        tallies[first].count++;
                        tallies[second].count++;
                        if (i == longTime) {
                            Thread.sleep(800);
                        }
                    }
                }
            }
            barrier();
        }
    }

    @Override
    public void finish() {
        int sum = 0;
        for (Tally tally : tallies) {
            sum += tally.count;
        }
        if (rank() == 0) {
            report(sum == 2 * PHASES * TIMES * workers() ? "all counted" : "counted " + sum);
        }
    }
}
