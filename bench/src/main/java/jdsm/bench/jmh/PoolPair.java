package jdsm.bench.jmh;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import jdsm.SPMD;
import jdsm.node.RankMain;

/**
 * A program on two ranks, of which rank 0 runs in this process: its worker hands the program's instance over and then
 * sleeps, so that the measuring thread may use the shared objects in its place. Rank 1 does the program's other part.
 */
final class PoolPair<T extends PoolPair.Program> implements AutoCloseable {
    /** A program whose rank 0 is driven from outside. */
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

        /** What rank 1 does until rank 0 tells it to stop. */
        abstract void serve();

        /** Tells rank 1 to stop; on rank 0. */
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
                        job.environment(0), type.getName(), args, System.out, System.err, stalls -> {})),
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
