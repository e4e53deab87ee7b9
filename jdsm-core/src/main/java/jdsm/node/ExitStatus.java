package jdsm.node;

/** The exit statuses of a rank's process. Programs may set 1 to 63 themselves. */
final class ExitStatus {
    static final int OK = 0;
    /** The program or this rank failed. */
    static final int FAILED = 1;
    /** The program cannot be run: unknown class, bad settings. */
    static final int USAGE = 2;
    /** The job was checked, and the program has a data race. */
    static final int RACE = 65;
    /** The job was checked, and JDSM let an access happen without the right to it; the program has no race. */
    static final int UNSOUND = 66;
    /** This rank ended because another one failed or was lost. */
    static final int ENDED = 70;
    /** The job's time was over. */
    static final int TIME_LIMIT = 124;

    private ExitStatus() {}
}
