package jdsm.check;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The audit of one shared object on one rank: the units that each worker's checks cover, and the accesses that each
 * worker has logged since its last release. A worker uses only its own part; the other threads of the rank use theirs
 * under the lock of their log.
 */
public final class Watch {
    private final int unit;
    private final int units;
    private final int blockLength;
    private final Supplier<String> path;
    private final Supplier<String> type;
    private final Marks[] marks;
    /** Each worker's interval at the moment at which the object became shared on this rank; null until then. */
    private volatile long[] born;

    /**
     * The description of an object in messages.
     *
     * @param path the path to it from the program, or empty
     * @param type its type
     */
    record Name(String path, String type) {
        /** Whether the detector keeps the name. An object without a path may be freed, and there may be ever more of them. */
        boolean isForEver() {
            return !path.isEmpty();
        }
    }

    /** The part of one worker. */
    static final class Marks {
        /** By unit, the interval of the last check that covers reads, or writes. */
        private final long[] readable;

        private final long[] writable;
        /** By element, the epoch of the last read, or write, in the worker's log. */
        int[] read = {};

        int[] written = {};
        /** The records of the log that the next read, or write, may extend. */
        final Run reads = new Run();

        final Run writes = new Run();
        /** The phase of the log in which the object was named last; 0 before, {@link AccessLog#FOR_EVER} if its name stays. */
        int named;

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

    /** A record of accesses by one instruction to elements at a constant stride. */
    static final class Run {
        int chunk = -1;
        int at;
        int site;
        int last;
        int stride;
        int count;
    }

    /**
     * Makes the audit of an object.
     *
     * @param unit the first unit of the object
     * @param units the number of units
     * @param blockLength the number of elements in a unit; 0 if there is one unit
     * @param path the path to the object from the program, or empty
     * @param type the object's type, for messages
     * @param slots the number of workers of the rank, plus one for its other threads
     */
    Watch(int unit, int units, int blockLength, Supplier<String> path, Supplier<String> type, int slots) {
        this.unit = unit;
        this.units = units;
        this.blockLength = blockLength;
        this.path = path;
        this.type = type;
        this.marks = new Marks[slots];
    }

    /** The first unit of the object. */
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

    /** Records a check that covers accesses of a worker to units {@code from} to {@code to - 1} in this interval. */
    void checked(int slot, long interval, int from, int to, boolean write) {
        Marks mine = marks(slot);
        Arrays.fill(mine.readable, from, to, interval);
        if (write) {
            Arrays.fill(mine.writable, from, to, interval);
        }
    }

    /**
     * Whether a check of this interval covers an access. A worker that knew the object before it became shared may
     * access it without a check until the worker's next synchronisation.
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
