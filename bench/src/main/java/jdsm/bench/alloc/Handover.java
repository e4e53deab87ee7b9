package jdsm.bench.alloc;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * Takes of 16 bytes, each freed by another thread: in each round the threads take a batch, and after a barrier each frees
 * the batch of its neighbour. Nanoseconds of processor time for a take and its
 * free.
 *
 * <p>Netty's buffers move themselves, without a table: a table of one thread cannot be freed by another.
 */
final class Handover implements Program {
    private static final int BYTES = 16;
    private static final int BATCH = 10_000;
    private static final int BATCHES = 100;
    private static final int ROUNDS = 11;

    /** Frees what another thread has taken. */
    private interface Hands {
        void take(int thread);

        void free(int thread);
    }

    @Override
    public Map<String, Double> run(Memory memory, int threads) throws InterruptedException {
        Team team = new Team(threads);
        double[][] rounds = new double[ROUNDS][threads];
        long[][] blocks = new long[threads][BATCH];
        ByteBuf[][] buffers = new ByteBuf[threads][BATCH];
        team.run(memory, (thread, local) -> {
            Hands hands = memory instanceof BufMemory bufs ? ofBuffers(bufs, buffers) : ofBlocks(local, blocks);
            for (int round = 0; round < ROUNDS; round++) {
                team.await();
                long begin = Processor.ofThread();
                for (int i = 0; i < BATCHES; i++) {
                    hands.take(thread);
                    team.await();
                    hands.free((thread + 1) % threads);
                    team.await();
                }
                rounds[round][thread] = (double) (Processor.ofThread() - begin) / BATCHES / BATCH;
            }
        });
        return Map.of("by another", Pairs.steady(rounds));
    }

    private static Hands ofBlocks(Memory.Local local, long[][] blocks) {
        return new Hands() {
            @Override
            public void take(int thread) {
                for (int i = 0; i < BATCH; i++) {
                    blocks[thread][i] = local.take(BYTES);
                }
            }

            @Override
            public void free(int thread) {
                for (int i = 0; i < BATCH; i++) {
                    local.free(blocks[thread][i]);
                }
            }
        };
    }

    private static Hands ofBuffers(BufMemory memory, ByteBuf[][] buffers) {
        return new Hands() {
            @Override
            public void take(int thread) {
                for (int i = 0; i < BATCH; i++) {
                    buffers[thread][i] = memory.allocator().directBuffer(BYTES, BYTES);
                }
            }

            @Override
            public void free(int thread) {
                for (int i = 0; i < BATCH; i++) {
                    buffers[thread][i].release();
                }
            }
        };
    }
}
