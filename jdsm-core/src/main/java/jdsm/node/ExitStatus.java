package jdsm.node;

/** What a rank's process ends with. Programs may set 1 to 63 themselves. */
public final class ExitStatus {
    public static final int OK = 0;
    /** The program or this rank failed. */
    public static final int FAILED = 1;
    /** The program cannot be run: unknown class, bad settings. */
    public static final int USAGE = 2;
    /** This rank ended because another one failed or was lost. */
    public static final int ENDED = 70;
    /** The job's time was over. */
    public static final int TIME_LIMIT = 124;

    private ExitStatus() {}
}
