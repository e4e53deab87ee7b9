package jdsm.check;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * What a rank's check knows of one shared object: by which worker's checks which units may be accessed, and what each worker has
 * accessed since its last release. Each worker's part is used by that worker alone; that of the other threads under the lock of
 * their log.
 */
public final class Watch {
    private final int unit;
    private final int units;
    private final int blockLength;
    private final Supplier<String> path;
    private final Supplier<String> type;
    private final Marks[] marks;
    /** Each worker's interval when the object came to be shared here; null while that is being done. */
    private volatile long[] born;

    /**
     * What people call an object.
     *
     * @param path the way to it from the program, or empty
     */
    record Name(String path, String type) {}

    /** A worker's part. */
    static final class Marks {
        /** By unit: the interval of the last check that let the worker read, or write. */
        private final long[] readable;

        private final long[] writable;
        /** By element: the worker's epoch of the last access that is in its log. */
        int[] read = {};

        int[] written = {};
        /** The records of the log that the next reads, and writes, may belong to. */
        final Run reads = new Run();

        final Run writes = new Run();
        boolean isNamed;

        private Marks(int units) {
            readable = new long[units];
            writable = new long[units];
            Arrays.fill(readable, -1);
            Arrays.fill(writable, -1);
        }

        int[] seen(boolean write, int element) {
            int[] seen = write ? written : read;
            if (element >= seen.length) {
                seen = Arrays.copyOf(seen, Math.max(element + 1, Math.min(2 * seen.length, 1 << 20)));
                if (write) {
                    written = seen;
                } else {
                    read = seen;
                }
            }
            return seen;
        }
    }

    /** Accesses by one instruction to elements of equal distances. */
    static final class Run {
        int chunk = -1;
        int at;
        int site;
        int last;
        int stride;
        int count;
    }

    /**
     * An object that is shared, or is about to be.
     *
     * @param unit its first unit
     * @param blockLength elements a unit, 0 where there is one unit
     * @param path the way to the object from the program, or empty
     * @param type the object's type in words
     */
    Watch(int unit, int units, int blockLength, Supplier<String> path, Supplier<String> type, int slots) {
        this.unit = unit;
        this.units = units;
        this.blockLength = blockLength;
        this.path = path;
        this.type = type;
        this.marks = new Marks[slots];
    }

    /** Its first unit. */
    public int unit() {
        return unit;
    }

    Name name() {
        return new Name(path.get(), type.get());
    }

    Marks marks(int slot) {
        Marks mine = marks[slot];
        if (mine == null) {
            mine = new Marks(units);
            marks[slot] = mine;
        }
        return mine;
    }

    void born(long[] intervals) {
        born = intervals;
    }

    /** The worker may access units {@code from} to {@code to - 1} in this interval. */
    void checked(int slot, long interval, int from, int to, boolean write) {
        Marks mine = marks(slot);
        Arrays.fill(mine.readable, from, to, interval);
        if (write) {
            Arrays.fill(mine.writable, from, to, interval);
        }
    }

    /**
     * Whether a check of this interval covers an access. A worker that knew the object before it was shared accesses it without
     * one until its next synchronisation.
     */
    boolean covers(int slot, long interval, int element, boolean write) {
        int at = blockLength == 0 ? 0 : element / blockLength;
        if (element < 0 || at >= units) {
            return true; // the access throws
        }
        Marks mine = marks(slot);
        if ((write ? mine.writable : mine.readable)[at] == interval) {
            return true;
        }
        long[] at0 = born;
        return at0 == null || slot < at0.length && at0[slot] == interval;
    }
}
