package jdsm.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import jdsm.comm.CommStatistics;

/**
 * Divides what a rank counts into sections by name: from where one begins to where the next one does. What is counted under
 * the same name again adds to it. The time in {@code start} of a section is its length times the rank's workers. Thread-safe.
 */
public final class Sections {
    /** How many names there may be, and how long, in characters. */
    static final int MOST = 10_000;

    static final int LONGEST = 1_000;

    private final int workers;
    private final Counters counters;
    private final Supplier<CommStatistics> comm;
    private final LongSupplier nanoTime;
    private final Map<String, Counts> ended = new LinkedHashMap<>();
    private String name;
    private Counts before;
    private long since;

    /**
     * No section yet.
     *
     * @param workers of the rank
     * @param counters of the rank
     * @param comm tells what the rank's Comm has counted so far
     * @param nanoTime the clock, in nanoseconds
     */
    public Sections(int workers, Counters counters, Supplier<CommStatistics> comm, LongSupplier nanoTime) {
        this.workers = workers;
        this.counters = counters;
        this.comm = comm;
        this.nanoTime = nanoTime;
    }

    /**
     * Ends the section there is, if any, and begins one.
     *
     * @throws IllegalArgumentException if the name is empty or too long
     * @throws IllegalStateException if there are too many names
     */
    public synchronized void begin(String next) {
        requireName(next);
        end();
        if (ended.size() == MOST && !ended.containsKey(next)) {
            throw new IllegalStateException("more than " + MOST + " sections; use a name again, its counts add up");
        }
        ended.putIfAbsent(next, Counts.NONE);
        name = next;
        before = now();
        since = nanoTime.getAsLong();
    }

    /** @throws IllegalArgumentException if a section cannot have this name: it is empty or too long */
    public static void requireName(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException("a section's name has 1 to " + LONGEST + " characters");
        }
    }

    /** Ends the section there is, if any. */
    public synchronized void end() {
        if (name != null) {
            long nanos = nanoTime.getAsLong() - since;
            Counts counted = now().minus(before).with(Counters.Counter.START_NANOS, nanos * workers);
            ended.merge(name, counted, Counts::plus);
            name = null;
        }
    }

    /** The counts of the rank so far, and those of each ended section, for {@link StatisticsFile#add} on another rank. */
    public byte[] statistics(int rank) {
        return RankStatistics.of(rank, counters, comm.get(), this).toBytes();
    }

    private Counts now() {
        return Counts.of(counters, comm.get());
    }

    /** Those that have ended, in the order in which their names came up. */
    synchronized Map<String, Counts> all() {
        return new LinkedHashMap<>(ended);
    }
}
