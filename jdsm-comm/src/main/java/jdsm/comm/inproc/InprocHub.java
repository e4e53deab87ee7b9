package jdsm.comm.inproc;

import java.util.concurrent.ConcurrentHashMap;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/**
 * Where ranks of one JVM find each other, by job id. The ranks' code may come from different class loaders; this class is
 * common to them. A job is forgotten when its last rank has left. Thread-safe.
 */
public final class InprocHub {
    private static final ConcurrentHashMap<String, InprocJob> JOBS = new ConcurrentHashMap<>();

    private InprocHub() {}

    /**
     * Tells the other ranks of a job that a rank's thread has died without closing its Comm: they see a lost peer. To be
     * called by whoever runs the ranks; without effect on a rank that has left in order.
     */
    public static void lose(String jobId, int rank) {
        InprocJob job = JOBS.computeIfAbsent(jobId, InprocJob::new);
        if (job.lose(rank)) {
            JOBS.remove(jobId, job);
        }
    }

    /**
     * Forgets a job whose ranks have all ended, in whatever way. Needed only after {@link #lose}, which may concern ranks
     * that never joined.
     */
    public static void end(String jobId) {
        JOBS.remove(jobId);
    }

    /** Whether anything is known of a job. */
    public static boolean knows(String jobId) {
        return JOBS.containsKey(jobId);
    }

    /** Adds a rank to its job. */
    static InprocJob enter(InprocComm comm, String jobId) {
        InprocJob[] entered = new InprocJob[1];
        JOBS.compute(jobId, (id, known) -> {
            InprocJob job = known == null ? new InprocJob(id) : known;
            job.enter(comm);
            entered[0] = job;
            return job;
        });
        return entered[0];
    }

    /** A rank has left its job, or failed. */
    static void leave(InprocComm comm, String jobId) {
        JOBS.computeIfPresent(jobId, (id, job) -> job.leave(comm) ? null : job);
    }

    static CommException refused(int rank, String why) {
        return new CommException(Reason.JOIN, rank, why);
    }
}
