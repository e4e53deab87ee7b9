package jdsm.bench.jmh;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import jdsm.SPMD;
import jdsm.node.RankMain;

/**
 * A program on two ranks, with rank 0 in this process. Rank 0's worker hands the program's instance over and then
 * sleeps, so that the measuring thread may use the shared objects in its place. Rank 1 runs the program's other part.
 */
final class PoolPair<T extends PoolPair.Program> implements AutoCloseable {
    /** A program whose rank 0 is driven by the measuring thread. */
    abstract static class Program extends SPMD {
        private static volatile CompletableFuture<Program> started = new CompletableFuture<>();

        private final CompletableFuture<Void> end = new CompletableFuture<>();

        @Override
        public final void start() {
            if (rank() == 0) {
                started.complete(this);
                end.join();
            } else {
                serve();
            }
        }

        /** Rank 1's work until rank 0 stops it. */
        abstract void serve();

        /** On rank 0: stops rank 1. */
        abstract void stop();
    }

    private final TwoRankJob job;
    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private final Partner partner;
    private final T program;

    PoolPair(String transport, Class<T> type, String... args) throws IOException {
        job = new TwoRankJob(transport);
        Program.started = new CompletableFuture<>();
        String[] rankArgs = new String[args.length + 1];
        rankArgs[0] = type.getName();
        System.arraycopy(args, 0, rankArgs, 1, args.length);
        partner = Partner.start(RankMain.class, job.environment(1), rankArgs);
        partner.onEnd(job::close);
        Thread rank = new Thread(
                () -> status.complete(RankMain.runRank(
                        job.environment(0), type.getName(), args, System.out, System.err, stalls -> {}, null)),
                "rank-0");
        rank.setDaemon(true);
        rank.start();
        CompletableFuture.anyOf(Program.started, status).join();
        if (status.isDone()) {
            throw new IllegalStateException("rank 0 ended with " + status.join());
        }
        program = type.cast(Program.started.join());
    }

    T program() {
        return program;
    }

    @Override
    public void close() {
        try (job;
                partner) {
            program.stop();
            ((Program) program).end.complete(null);
            if (status.join() != 0) {
                throw new IllegalStateException("rank 0 ended with " + status.join());
            }
        }
    }
}
