package jdsm.verify;

import java.util.SplittableRandom;

/** Chooses by a seed. Some connections are slow: what comes over them comes when little else is left, or now and then. */
final class RandomScheduler implements Scheduler {
    private static final int SLOW_CONNECTIONS = 4;
    private static final int SLOW_STEPS = 40;

    private final SplittableRandom random;
    /** By option; messages come first. */
    private final boolean[] slow;

    RandomScheduler(long seed, int ranks) {
        this.random = new SplittableRandom(seed);
        this.slow = new boolean[ranks * ranks];
        for (int pair = 0; pair < slow.length; pair++) {
            slow[pair] = random.nextInt(SLOW_CONNECTIONS) == 0;
        }
    }

    @Override
    public int next(int[] options, int count) {
        boolean slowToo = random.nextInt(SLOW_STEPS) == 0;
        int fast = slowToo ? count : withoutSlow(options, count);
        return options[random.nextInt(fast > 0 ? fast : count)];
    }

    private int withoutSlow(int[] options, int count) {
        int fast = 0;
        for (int i = 0; i < count; i++) {
            int option = options[i];
            if (option >= slow.length || !slow[option]) {
                options[fast++] = option;
            }
        }
        return fast;
    }

    @Override
    public int choose(int count) {
        return random.nextInt(count);
    }
}
