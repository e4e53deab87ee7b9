package jdsm.comm.inproc;

import java.util.concurrent.ConcurrentHashMap;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/**
 * The meeting point of the ranks in one JVM, by job id. The class loaders of the ranks may differ, but this class is
 * common to them. The hub forgets a job when its last rank has left. Thread-safe; no method waits for a rank.
 */
public final class InprocHub {
    private static final ConcurrentHashMap<String, InprocJob> JOBS = new ConcurrentHashMap<>();

    private InprocHub() {}

    /**
     * Reports that the thread of a rank has died without closing its Comm: the other ranks of the job lose a peer. The
     * code that runs the ranks calls this. Has no effect on a rank that has left in order.
     */
    public static void lose(String jobId, int rank) {
        InprocJob job = JOBS.computeIfAbsent(jobId, InprocJob::new);
        if (job.lose(rank)) {
            JOBS.remove(jobId, job);
        }
    }

    /**
     * Forgets a job whose ranks have all ended. Needed only after {@link #lose}, which may be about ranks that never
     * joined.
     */
    public static void end(String jobId) {
        JOBS.remove(jobId);
    }

    /** Whether the hub knows a job. */
    static boolean knows(String jobId) {
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

    /** Removes a rank that leaves its job or has failed. */
    static void leave(InprocComm comm, String jobId) {
        JOBS.computeIfPresent(jobId, (id, job) -> job.leave(comm) ? null : job);
    }

    static CommException refused(int rank, String why) {
        return new CommException(Reason.JOIN, rank, why);
    }
}
