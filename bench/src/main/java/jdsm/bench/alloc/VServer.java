package jdsm.bench.alloc;

import java.util.Map;
import java.util.SplittableRandom;

/**
 * A server of 12 threads that runs tasks (LPS, 4.1, figures 4 and 5). In each round v threads, drawn by a seed, have a
 * task that takes 20 MB / v, the others one that computes. All memory is in use at the end of the round, so about 20 MB,
 * whatever v is; then the tasks free it.
 */
final class VServer implements Program {
    private static final int THREADS = 12;
    private static final int BYTES = 20_000_000;
    private static final int ROUNDS = Integer.getInteger("jdsm.bench.alloc.vserver.rounds", 24);
    private static final int SEED = 20;
    private static final int SHORTEST = 16;
    private static final int LONGEST = 256;

    @Override
    public Map<String, Double> run(Memory memory, int memoryTasks) throws InterruptedException {
        Team team = new Team(THREADS);
        long[] takes = new long[THREADS];
        long begin = System.nanoTime();
        team.run(memory, (thread, local) -> {
            SplittableRandom scheduler = new SplittableRandom(SEED); // the same for all threads
            SplittableRandom sizes = new SplittableRandom(thread);
            long[] blocks = new long[BYTES / memoryTasks / SHORTEST + 1];
            for (int round = 0; round < ROUNDS; round++) {
                int count = 0;
                if (hasMemoryTask(scheduler, memoryTasks, thread)) {
                    for (int bytes = 0; bytes < BYTES / memoryTasks; count++) {
                        int size = sizes.nextInt(SHORTEST / 8, LONGEST / 8 + 1) * 8;
                        blocks[count] = local.take(size);
                        local.putLong(blocks[count], 0, blocks[count] ^ round);
                        bytes += size;
                    }
                } else {
                    compute(sizes);
                }
                team.await();
                for (int i = 0; i < count; i++) {
                    if (local.getLong(blocks[i], 0) != (blocks[i] ^ round)) {
                        throw new IllegalStateException("a block was overwritten");
                    }
                    local.free(blocks[i]);
                }
                takes[thread] += count;
                team.await();
            }
        });
        double seconds = (System.nanoTime() - begin) / 1e9;
        double all = 0;
        for (long count : takes) {
            all += count;
        }
        return Map.of("seconds", seconds, "takes", all);
    }

    /** Draws v different threads; says whether one of them is this. */
    private static boolean hasMemoryTask(SplittableRandom scheduler, int memoryTasks, int thread) {
        int[] order = new int[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int other = scheduler.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        for (int i = 0; i < memoryTasks; i++) {
            if (order[i] == thread) {
                return true;
            }
        }
        return false;
    }

    private static void compute(SplittableRandom random) {
        long sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += random.nextLong();
        }
        if (sum == 0) {
            throw new IllegalStateException("unlikely");
        }
    }
}
