package jdsm.bench.soak;

import java.nio.ByteBuffer;
import java.util.Arrays;
import jdsm.DsmFuture;
import jdsm.SPMD;
import jdsm.bench.growth.Traffic;

/**
 * Repeats the same work on each order, by calls of the pool and by messages: {@code RoundsByHand PORT}, one worker a
 * rank.
 */
public final class RoundsByHand extends SPMD {
    private static final int BARRIERS = 300;
    private static final int TURNS = 300;
    private static final int ACQUISITIONS = 30;
    private static final int[] MESSAGE_BYTES = {1, 1 << 10, 1 << 16, 1 << 20};

    private final double[] held = new double[20_000];
    private final double[] blocks = new double[20_000];
    private Traffic traffic;
    private long rounds;

    @Override
    public void initialize() {
        traffic = new Traffic(pool, comm);
        pool.register(held);
        pool.register(blocks, 500);
    }

    @Override
    public void start() throws Exception {
        try (Orders orders = Orders.from(args()[0], "rank " + rank())) {
            while (orders.next() != null) {
                round();
                orders.done();
            }
        }
    }

    private void round() {
        for (int i = 0; i < BARRIERS; i++) {
            traffic.write(i, worker());
            barrier();
        }
        handOver();
        acquire();
        send();
        rounds++;
        barrier();
        if (traffic.turns() != rounds * TURNS || held[0] != rounds * ranks() * ACQUISITIONS) {
            throw new IllegalStateException("after " + rounds + " rounds: " + traffic.turns() + ", " + held[0]);
        }
        barrier();
    }

    private void handOver() {
        for (int turn = rank(); turn < TURNS; turn += ranks()) {
            if (turn > 0) {
                traffic.awaitTurn();
            }
            traffic.takeTurn(turn, worker());
            if (turn + 1 < TURNS) {
                traffic.passTurn();
            }
        }
        barrier();
    }

    private void acquire() {
        for (int i = 0; i < ACQUISITIONS; i++) {
            pool.acquire(held);
            Arrays.setAll(held, at -> held[at] + 1);
            pool.release(held);
            DsmFuture copy = pool.of(blocks, 0, blocks.length).updateAsync();
            copy.touch();
            pool.acquire(blocks, rank() * 500);
            blocks[rank() * 500] += 1;
            pool.release(blocks, rank() * 500);
        }
        barrier();
        pool.update(held);
    }

    private void send() {
        for (int bytes : MESSAGE_BYTES) {
            ByteBuffer buffer = ByteBuffer.allocate(bytes);
            if (rank() % 2 == 0 && rank() + 1 < ranks()) {
                comm.send(rank() + 1, buffer);
                comm.receive(rank() + 1, buffer.clear());
            } else if (rank() % 2 == 1) {
                comm.receive(rank() - 1, buffer);
                comm.send(rank() - 1, buffer.clear());
            }
        }
    }
}
