package jdsm.launcher.backend;

/**
 * How a job ended.
 *
 * @param status the exit status: 0 if all ranks ended with 0, 124 if the time limit was reached, else the status of the
 *     first failed rank, or 1 for a status above 125
 * @param lostRank whether the job failed because a rank was lost: its process was killed or crashed, or gave no sign of
 *     life. An exception of the program loses none
 */
public record JobEnd(int status, boolean lostRank) {
    /** The end of a job whose launcher was interrupted. */
    public static final JobEnd INTERRUPTED = new JobEnd(1, false);
}
