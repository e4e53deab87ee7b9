package jdsm.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;

/*
 * Lazy release consistency by vector time follows Keleher, Cox and Zwaenepoel, Lazy release consistency for software
 * distributed shared memory, ISCA 1992. Version numbers, which a unit's home assigns, follow Zhou, Iftode and Li, OSDI
 * 1996: a notice is a unit and a version, so a rank can compare the notice with the version of its copy.
 */

/**
 * The intervals known to a rank, with the write notices that some other rank may still need. Not thread-safe.
 *
 * <p>At each barrier the rank drops the notices that all ranks have. Between barriers the log for each rank keeps at
 * most about two notices a unit: a newer notice of a unit makes an older one superfluous, because a rank without the
 * older notice is without the newer one too.
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

    /** The notices known to rank {@code me} of {@code ranks}: none at first. */
    public Notices(int me, int ranks) {
        this.me = me;
        this.time = new int[ranks];
        this.logs = new Log[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            logs[rank] = new Log();
        }
    }

    /** For each rank, the number of its last interval that this rank knows. */
    public int[] time() {
        return time.clone();
    }

    /** Closes this rank's interval, whose writes are published; no interval is made if there are none. */
    public void close(UnitRanges written) {
        if (written.size() > 0) {
            add(new Interval(me, ++time[me], written));
        }
    }

    /**
     * The intervals that a rank with vector time {@code theirs} does not know; those of each rank in ascending order.
     */
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

    /**
     * Gives {@code receiver} the units that the intervals name, the last interval in the list first, until {@code most}
     * calls are made. A unit may come twice.
     */
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

    /** Adds the intervals that this rank does not know yet, and gives {@code receiver} their notices. */
    public void hear(List<Interval> intervals, UnitRanges.Receiver receiver) {
        for (Interval interval : intervals) {
            if (interval.number() > time[interval.rank()]) {
                time[interval.rank()] = interval.number();
                add(interval);
                interval.notices().forEach(receiver);
            }
        }
    }

    /** Drops all intervals up to {@code all}: every rank knows them, or will before its workers go on. */
    public void drop(int[] all) {
        for (int rank = 0; rank < logs.length; rank++) {
            Log log = logs[rank];
            while (!log.intervals.isEmpty() && log.intervals.peek().number() <= all[rank]) {
                log.ranges -= log.intervals.remove().notices().size();
            }
        }
    }

    /** The number of ranges of notices in the logs. */
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
        SparseBits newer = new SparseBits();
        Deque<Interval> kept = new ArrayDeque<>();
        log.ranges = 0;
        for (Iterator<Interval> backwards = log.intervals.descendingIterator(); backwards.hasNext(); ) {
            Interval interval = backwards.next();
            UnitRanges rest = new UnitRanges();
            interval.notices().forEach((unit, version) -> {
                if (newer.add(unit)) {
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
