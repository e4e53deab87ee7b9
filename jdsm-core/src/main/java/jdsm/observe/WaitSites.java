package jdsm.observe;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The waits of a rank's threads, by the line of the program and by what they waited for. Thread-safe; never blocks. */
public final class WaitSites {
    /** Stands for the unit of a wait that was not for a unit. */
    public static final int NO_UNIT = -1;

    private record Site(String line, String object, String purpose) {}

    /**
     * All waits at a line for one kind of object and one purpose.
     *
     * @param line the line of the program, as {@code Heat.start(Heat.java:31)}; empty if the program did not call
     * @param object the type of the object; empty if the waits were not for one
     * @param purpose what the thread did then, such as {@code read}
     * @param unit a unit that one of them was for, or {@link #NO_UNIT}
     * @param times the number of waits
     * @param nanos their length together, in nanoseconds
     */
    public record Total(String line, String object, String purpose, int unit, long times, long nanos) {}

    private static final class Sum {
        private final LongAdder times = new LongAdder();
        private final LongAdder nanos = new LongAdder();
        private volatile int unit = NO_UNIT;

        Total of(Site site) {
            return new Total(site.line, site.object, site.purpose, unit, times.sum(), nanos.sum());
        }
    }

    private final Map<Site, Sum> sums = new ConcurrentHashMap<>();

    /** Adds one wait of so many nanoseconds; see {@link Total}. */
    public void add(String line, String object, String purpose, int unit, long nanos) {
        Sum sum = sums.computeIfAbsent(new Site(line, object, purpose), any -> new Sum());
        sum.times.increment();
        sum.nanos.add(nanos);
        sum.unit = unit;
    }

    /** The sums so far, in no order. */
    public List<Total> totals() {
        return sums.entrySet().stream()
                .map(entry -> entry.getValue().of(entry.getKey()))
                .toList();
    }
}
