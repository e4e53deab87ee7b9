package jdsm.node;

/** What a rank's process ends with. Programs may set 1 to 63 themselves. */
public final class ExitStatus {
    public static final int OK = 0;
    /** The program or this rank failed. */
    public static final int FAILED = 1;
    /** The program cannot be run: unknown class, bad settings. */
    public static final int USAGE = 2;
    /** The job was checked, and the program has a data race. */
    public static final int RACE = 65;
    /** The job was checked, and JDSM let an access happen without the right to it; the program has no race. */
    public static final int UNSOUND = 66;
    /** This rank ended because another one failed or was lost. */
    public static final int ENDED = 70;
    /** The job's time was over. */
    public static final int TIME_LIMIT = 124;

    private ExitStatus() {}
}
