package jdsm.comm.shm;

import java.util.regex.Pattern;

/** What a job's folder and the files in it are called. What has another name is not a job's. */
final class JobFiles {
    static final String LOCK = ".lock";
    static final String RINGS = ".rings";
    static final String BELL = ".bell";

    private static final String PREFIX = "jdsm-";
    /** Of a file that will be a lock. */
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

    /** A lock's file before anybody shall find it. */
    static String hidden(int rank, long random) {
        return rank + "." + Long.toUnsignedString(random) + HIDDEN;
    }

    static boolean isDirectory(String name) {
        return DIRECTORY.matcher(name).matches();
    }

    /** Whether a rank holds the lock of the file of that name as long as it lives, or makes it. */
    static boolean isLock(String name) {
        return LOCKED.matcher(name).matches();
    }

    /** Whether it is a socket. */
    static boolean isBell(String name) {
        return BELLS.matcher(name).matches();
    }

    static boolean isOfAJob(String name) {
        return isLock(name) || FILE.matcher(name).matches();
    }

    /** Whether it is a file of this rank. */
    static boolean isOf(int rank, String name) {
        return name.startsWith(rank + ".") && isOfAJob(name);
    }
}
