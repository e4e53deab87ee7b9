package jdsm.verify;

import java.util.SplittableRandom;

/**
 * Schedules at random from a seed. Some connections, service loops and workers are slow: their steps are chosen when no
 * other step is possible, or rarely.
 */
final class RandomScheduler implements Scheduler {
    private static final int ONE_SLOW_IN = 4;
    private static final int SLOW_STEPS = 40;
    /** The approximate number of steps of a job, so that a loss can come at any of them. */
    private static final int LOSS_STEPS = 150;

    private final SplittableRandom random;
    /** Whether each option is slow. */
    private final boolean[] slow;

    private final int loss;

    RandomScheduler(long seed, Programs.Shape shape) {
        this.random = new SplittableRandom(seed);
        this.loss = Simulation.lossOption(shape);
        this.slow = new boolean[Simulation.options(shape)];
        for (int option = 0; option < slow.length; option++) {
            slow[option] = random.nextInt(ONE_SLOW_IN) == 0;
        }
    }

    @Override
    public int next(int[] options, int count) {
        if (count > 1 && options[count - 1] == loss) {
            return random.nextInt(LOSS_STEPS) == 0 ? loss : nextOf(options, count - 1);
        }
        return nextOf(options, count);
    }

    private int nextOf(int[] options, int count) {
        boolean slowToo = random.nextInt(SLOW_STEPS) == 0;
        int fast = slowToo ? count : withoutSlow(options, count);
        return options[random.nextInt(fast > 0 ? fast : count)];
    }

    private int withoutSlow(int[] options, int count) {
        int fast = 0;
        for (int i = 0; i < count; i++) {
            int option = options[i];
            if (!slow[option]) {
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
