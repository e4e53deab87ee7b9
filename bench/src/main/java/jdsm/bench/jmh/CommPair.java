package jdsm.bench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import jdsm.comm.Comm;
import jdsm.comm.FailureListener;
import jdsm.comm.MessageHandler;

/** Rank 0 of a job whose rank 1 is another process, or for {@code inproc} another thread: a {@link CommEcho} most often. */
final class CommPair implements AutoCloseable {
    private static final String INPROC = "inproc";

    private final TwoRankJob job;
    private final Comm comm;
    /** Null if rank 1 is a thread. */
    private final Partner partner;

    /** Starts rank 1, and joins the job. */
    CommPair(String transport, MessageHandler handler, FailureListener onFailure) throws IOException {
        job = new TwoRankJob(transport);
        comm = TwoRankJob.open(job.environment(0));
        comm.handle(CommEcho.KIND, handler);
        comm.onFailure(onFailure);
        partner = transport.equals(INPROC) ? startThread() : startProcess(CommEcho.class);
        comm.start();
    }

    /** Starts as rank 1 another process, whose main ends after an empty program message, and joins the job. */
    CommPair(String transport, Class<?> rank1, String... args) throws IOException {
        job = new TwoRankJob(transport);
        comm = TwoRankJob.open(job.environment(0));
        partner = startProcess(rank1, args);
        comm.start();
    }

    private Partner startThread() {
        Map<String, String> environment = job.environment(1);
        Thread thread = new Thread(() -> CommEcho.serve(TwoRankJob.open(environment)), "rank-1");
        thread.setDaemon(true);
        thread.start();
        return null;
    }

    private Partner startProcess(Class<?> rank1, String... args) throws IOException {
        Partner process = Partner.start(rank1, job.environment(1), args);
        process.onEnd(job::close);
        return process;
    }

    Comm comm() {
        return comm;
    }

    @Override
    public void close() {
        try (job;
                partner;
                comm) {
            comm.send(1, ByteBuffer.allocate(0));
        }
    }
}
