package jdsm.comm.shm;

import java.util.regex.Pattern;

/** The names of a job's directory and of the files in it. A file with another name does not belong to a job. */
final class JobFiles {
    static final String LOCK = ".lock";
    static final String RINGS = ".rings";
    static final String BELL = ".bell";

    private static final String PREFIX = "jdsm-";
    /** The suffix of a file that will become a lock. */
    private static final String HIDDEN = ".new";

    private static final String REGION = ".region-";
    private static final String RANK = "(?:0|[1-9][0-9]{0,9})";
    private static final Pattern DIRECTORY = Pattern.compile(PREFIX + "[0-9a-f]{16}");
    private static final Pattern LOCKED = Pattern.compile(RANK + "(?:\\" + LOCK + "|\\.[0-9]{1,20}\\" + HIDDEN + ")");
    private static final Pattern BELLS = Pattern.compile(RANK + "\\" + BELL);
    private static final Pattern FILE =
            Pattern.compile(RANK + "(?:\\" + RINGS + "|\\" + REGION + "[1-9][0-9]{0,18}|\\" + BELL + ")");

    private JobFiles() {}

    /** @param digest 16 hexadecimal digits */
    static String directory(String digest) {
        return PREFIX + digest;
    }

    static String region(int rank, long id) {
        return rank + REGION + id;
    }

    /** Returns the name of a lock's file before it is locked. */
    static String hidden(int rank, long random) {
        return rank + "." + Long.toUnsignedString(random) + HIDDEN;
    }

    static boolean isDirectory(String name) {
        return DIRECTORY.matcher(name).matches();
    }

    /** Whether a name is that of a lock, or of a file that will become one. */
    static boolean isLock(String name) {
        return LOCKED.matcher(name).matches();
    }

    /** Whether a name is that of a socket. */
    static boolean isBell(String name) {
        return BELLS.matcher(name).matches();
    }

    static boolean isOfAJob(String name) {
        return isLock(name) || FILE.matcher(name).matches();
    }

    /** Whether a name is that of a file of a rank. */
    static boolean isOf(int rank, String name) {
        return name.startsWith(rank + ".") && isOfAJob(name);
    }
}
