package jdsm.node;

/** The exit statuses of a rank's process. Programs may set 1 to 63 themselves. */
final class ExitStatus {
    static final int OK = 0;
    /** The program or this rank failed. */
    static final int FAILED = 1;
    /** The program cannot be run: the class is unknown, or a setting is wrong. */
    static final int USAGE = 2;
    /** The race detector has found a data race. */
    static final int RACE = 65;
    /** The race detector has found no data race, but an access that JDSM allowed without the right to it. */
    static final int UNSOUND = 66;
    /** Another rank failed or was lost, so this rank ended. */
    static final int ENDED = 70;
    /** The job has reached its time limit. */
    static final int TIME_LIMIT = 124;

    private ExitStatus() {}
}
