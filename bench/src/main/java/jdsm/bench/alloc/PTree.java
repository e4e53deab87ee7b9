package jdsm.bench.alloc;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Each thread builds binary trees of nodes of 16 bytes, between barriers (LPS, 4.1 and figure 3). The frees are timed
 * apart, as the paper leaves them out.
 */
final class PTree implements Program {
    private static final int NODE_BYTES = 16;
    private static final int DEPTH = 14;
    private static final int TREES = 8;
    private static final int NODES = TREES * ((1 << DEPTH) - 1);
    private static final int ROUNDS = 15;
    /** Rounds before those that count. */
    private static final int WARM_UP = 8;

    @Override
    public Map<String, Double> run(Memory memory, int threads) throws InterruptedException {
        Team team = new Team(threads);
        double[] building = new double[ROUNDS];
        double[] freeing = new double[ROUNDS];
        double[][] processor = new double[ROUNDS][threads];
        team.run(memory, (thread, local) -> {
            long[] trees = new long[TREES];
            for (int round = -WARM_UP; round < ROUNDS; round++) {
                team.await();
                long begin = System.nanoTime();
                long processorBegin = Processor.ofThread();
                for (int i = 0; i < TREES; i++) {
                    trees[i] = build(local, DEPTH);
                }
                if (round >= 0) {
                    processor[round][thread] = (double) (Processor.ofThread() - processorBegin) / NODES;
                }
                team.await();
                long built = System.nanoTime();
                int nodes = 0;
                for (long tree : trees) {
                    nodes += free(local, tree);
                }
                team.await();
                if (nodes != NODES) {
                    throw new IllegalStateException(nodes + " nodes, not " + NODES);
                }
                if (thread == 0 && round >= 0) {
                    building[round] = (double) threads * NODES / (built - begin);
                    freeing[round] = (double) threads * NODES / (System.nanoTime() - built);
                }
            }
        });
        // Millions a second, and nanoseconds of processor time for a take with its two stores.
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("takes", 1e3 * median(building));
        figures.put("frees", 1e3 * median(freeing));
        figures.put("nanos", Pairs.steady(processor));
        return figures;
    }

    private static long build(Memory.Local memory, int depth) {
        if (depth == 0) {
            return 0;
        }
        long node = memory.take(NODE_BYTES);
        memory.putLong(node, 0, build(memory, depth - 1));
        memory.putLong(node, Long.BYTES, build(memory, depth - 1));
        return node;
    }

    private static int free(Memory.Local memory, long node) {
        if (node == 0) {
            return 0;
        }
        int below = free(memory, memory.getLong(node, 0)) + free(memory, memory.getLong(node, Long.BYTES));
        memory.free(node);
        return below + 1;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
