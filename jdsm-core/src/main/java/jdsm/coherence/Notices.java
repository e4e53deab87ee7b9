package jdsm.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;

/*
 * Lazy release consistency by vector time, as in Keleher, Cox and Zwaenepoel, Lazy release consistency for software
 * distributed shared memory, ISCA 1992; with a home that numbers a unit's versions (Zhou, Iftode and Li, OSDI 1996), so that
 * a notice is a unit and a version, and a copy knows by itself whether a notice concerns it.
 */

/**
 * The intervals that a rank has heard of, and their write notices as far as some rank may not have. One thread uses it.
 *
 * <p>What all have heard of is dropped at each barrier. Between barriers the log of a rank keeps at most about two notices a
 * unit: of an older one with a newer one behind it nobody needs to hear, for who has not heard of the older has not heard of
 * the newer.
 */
public final class Notices {
    private static final int COMPACT_AT_LEAST = 256;

    /** Intervals of one rank, oldest first. */
    private static final class Log {
        Deque<Interval> intervals = new ArrayDeque<>();
        int ranges;
        int compactAt = COMPACT_AT_LEAST;
    }

    private final int me;
    private final int[] time;
    private final Log[] logs;

    /** Of rank {@code me} of {@code ranks}. */
    public Notices(int me, int ranks) {
        this.me = me;
        this.time = new int[ranks];
        this.logs = new Log[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            logs[rank] = new Log();
        }
    }

    /** The last interval of each rank that this one has heard of. */
    public int[] time() {
        return time.clone();
    }

    /** This rank has published what it wrote. */
    public void close(UnitRanges written) {
        if (written.size() > 0) {
            add(new Interval(me, ++time[me], written));
        }
    }

    /** What a rank that has heard of {@code theirs} has not; each rank's intervals in their order. */
    public List<Interval> since(int[] theirs) {
        List<Interval> unheard = new ArrayList<>();
        for (int rank = 0; rank < logs.length; rank++) {
            int known = theirs[rank];
            Deque<Interval> newest = new ArrayDeque<>(4);
            Iterator<Interval> backwards = logs[rank].intervals.descendingIterator();
            while (backwards.hasNext()) {
                Interval interval = backwards.next();
                if (interval.number() <= known) {
                    break;
                }
                newest.push(interval);
            }
            unheard.addAll(newest);
        }
        return unheard;
    }

    /** The units that intervals name, those of each rank's last ones first, up to {@code most} of them; some perhaps twice. */
    public static void newest(List<Interval> intervals, int most, IntConsumer receiver) {
        int left = most;
        for (int i = intervals.size() - 1; i >= 0; i--) {
            UnitRanges notices = intervals.get(i).notices();
            for (int r = 0; r < notices.size(); r++) {
                for (int unit = notices.first(r); unit < notices.first(r) + notices.count(r); unit++) {
                    if (left-- == 0) {
                        return;
                    }
                    receiver.accept(unit);
                }
            }
        }
    }

    /** Hears of intervals; those that are known already count for nothing. */
    public void hear(List<Interval> intervals, UnitRanges.Receiver receiver) {
        for (Interval interval : intervals) {
            if (interval.number() > time[interval.rank()]) {
                time[interval.rank()] = interval.number();
                add(interval);
                interval.notices().forEach(receiver);
            }
        }
    }

    /** Every rank has heard, or will before it goes on, of all intervals up to {@code all}. */
    public void drop(int[] all) {
        for (int rank = 0; rank < logs.length; rank++) {
            Log log = logs[rank];
            while (!log.intervals.isEmpty() && log.intervals.peek().number() <= all[rank]) {
                log.ranges -= log.intervals.remove().notices().size();
            }
        }
    }

    /** How many ranges of notices are kept. */
    public int kept() {
        int kept = 0;
        for (Log log : logs) {
            kept += log.ranges;
        }
        return kept;
    }

    private void add(Interval interval) {
        Log log = logs[interval.rank()];
        log.intervals.add(interval);
        log.ranges += interval.notices().size();
        if (log.ranges >= log.compactAt) {
            compact(log);
            log.compactAt = Math.max(COMPACT_AT_LEAST, 2 * log.ranges);
        }
    }

    private static void compact(Log log) {
        BitSet newer = new BitSet();
        Deque<Interval> kept = new ArrayDeque<>();
        log.ranges = 0;
        for (Iterator<Interval> backwards = log.intervals.descendingIterator(); backwards.hasNext(); ) {
            Interval interval = backwards.next();
            UnitRanges rest = new UnitRanges();
            interval.notices().forEach((unit, version) -> {
                if (!newer.get(unit)) {
                    newer.set(unit);
                    rest.add(unit, version);
                }
            });
            if (rest.size() > 0) {
                kept.push(new Interval(interval.rank(), interval.number(), rest));
                log.ranges += rest.size();
            }
        }
        log.intervals = kept;
    }
}
