package jdsm.coherence.driver;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.UnitRanges;

/**
 * A message that has come, with what came along.
 *
 * @param taken gets each copy when the driver takes it out
 */
record Parcel(
        int from,
        CoherenceMessage message,
        List<Interval> intervals,
        List<Parcel> packed,
        Consumer<CoherenceMessage> taken)
        implements Arrival {
    /** A message alone. */
    static Parcel of(int from, CoherenceMessage message) {
        return new Parcel(from, message, List.of(), List.of(), copy -> {});
    }

    Parcel with(Interval... heard) {
        return new Parcel(from, message, List.of(heard), packed, taken);
    }

    Parcel with(Consumer<CoherenceMessage> receiver, Parcel... copies) {
        return new Parcel(from, message, intervals, List.of(copies), receiver);
    }

    /** The interval in which a rank has written one unit. */
    static Interval interval(int rank, int number, int unit, long version) {
        UnitRanges notices = new UnitRanges();
        notices.add(unit, version);
        return new Interval(rank, number, notices);
    }

    @Override
    public Iterable<Parcel> copies() {
        return () -> {
            Iterator<Parcel> each = packed.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return each.hasNext();
                }

                @Override
                public Parcel next() {
                    Parcel next = each.next();
                    taken.accept(next.message());
                    return next;
                }
            };
        };
    }
}
