package jdsm.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import jdsm.comm.CommStatistics;

/**
 * Divides a rank's counts into named sections. A section lasts until the next one begins; counts of sections with the
 * same name are added. A section's time in {@code start} is its length times the number of the rank's workers.
 * Thread-safe.
 */
public final class Sections {
    /** The greatest number of names. */
    static final int MOST = 10_000;

    /** The greatest length of a name, in characters. */
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
     * Makes an object without a section.
     *
     * @param workers the number of the rank's workers
     * @param counters the rank's counters
     * @param comm gives the present counts of the rank's Comm
     * @param nanoTime the clock, in nanoseconds
     */
    public Sections(int workers, Counters counters, Supplier<CommStatistics> comm, LongSupplier nanoTime) {
        this.workers = workers;
        this.counters = counters;
        this.comm = comm;
        this.nanoTime = nanoTime;
    }

    /**
     * Ends the present section, if any, and begins the next.
     *
     * @param next the name of the next section
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

    /**
     * Checks the name of a section.
     *
     * @throws IllegalArgumentException if the name is empty or too long
     */
    public static void requireName(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException("a section's name has 1 to " + LONGEST + " characters");
        }
    }

    /** Ends the present section, if any. */
    public synchronized void end() {
        if (name != null) {
            long nanos = nanoTime.getAsLong() - since;
            Counts counted = now().minus(before).with(Counters.Counter.START_NANOS, nanos * workers);
            ended.merge(name, counted, Counts::plus);
            name = null;
        }
    }

    /**
     * The counts of the rank so far, and those of each ended section, for {@link StatisticsFile#add} on another rank.
     */
    public byte[] statistics(int rank) {
        return RankStatistics.of(rank, counters, comm.get(), this).toBytes();
    }

    private Counts now() {
        return Counts.of(counters, comm.get());
    }

    /** The ended sections, in the order in which their names were first used. */
    synchronized Map<String, Counts> all() {
        return new LinkedHashMap<>(ended);
    }
}
