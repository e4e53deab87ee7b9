package jdsm.bench.alloc;

import java.util.Arrays;
import java.util.Map;

/**
 * Takes of 16 bytes by each thread, each freed by the same thread: at once, and a thousand later.
 * Nanoseconds of processor time for a take and its free.
 */
final class Pairs implements Program {
    private static final int BYTES = 16;
    private static final int TAKES = 2_000_000;
    private static final int HELD = 1_000;
    private static final int ROUNDS = 11;
    private static final int WARM_UP = 4;

    @Override
    public Map<String, Double> run(Memory memory, int threads) throws InterruptedException {
        Team team = new Team(threads);
        double[][] atOnce = new double[ROUNDS][threads];
        double[][] later = new double[ROUNDS][threads];
        team.run(memory, (thread, local) -> {
            long[] held = new long[HELD];
            for (int round = 0; round < ROUNDS; round++) {
                team.await();
                long begin = Processor.ofThread();
                for (int i = 0; i < TAKES; i++) {
                    local.free(local.take(BYTES));
                }
                long middle = Processor.ofThread();
                for (int i = 0; i < TAKES / HELD; i++) {
                    for (int j = 0; j < HELD; j++) {
                        held[j] = local.take(BYTES);
                    }
                    for (int j = 0; j < HELD; j++) {
                        local.free(held[j]);
                    }
                }
                atOnce[round][thread] = (double) (middle - begin) / TAKES;
                later[round][thread] = (double) (Processor.ofThread() - middle) / TAKES;
            }
        });
        return Map.of("at once", steady(atOnce), "later", steady(later));
    }

    /** The median round's mean over the threads, without the first rounds, in which code is compiled. */
    static double steady(double[][] rounds) {
        return PTree.median(Arrays.stream(rounds)
                .skip(WARM_UP)
                .mapToDouble(threads -> Arrays.stream(threads).average().orElseThrow())
                .toArray());
    }
}
