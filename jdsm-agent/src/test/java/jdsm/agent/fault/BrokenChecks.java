package jdsm.agent.fault;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import jdsm.runtime.Checks;
import jdsm.runtime.Ranges;
import jdsm.runtime.Shared;

/** The checks that a {@link WeaverFault} has made in place of the right ones. Public, for woven classes call it. */
public final class BrokenChecks {
    static final String NAME = BrokenChecks.class.getName().replace('.', '/');

    private static final Map<Object, Optional<Shared>> HANDLES = Collections.synchronizedMap(new IdentityHashMap<>());

    private BrokenChecks() {}

    /** Before another program runs. */
    public static void reset() {
        HANDLES.clear();
    }

    public static void readShortRange(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.read(shared, first, last - step, step, factor, offset, run);
    }

    public static void writeShortRange(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.write(shared, first, last - step, step, factor, offset, run);
    }

    public static void readLateRange(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.read(shared, first + step, last, step, factor, offset, run);
    }

    public static void writeLateRange(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.write(shared, first + step, last, step, factor, offset, run);
    }

    public static void readShortRun(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.read(shared, first, last, step, factor, offset, Math.max(run - 1, 0));
    }

    public static void writeShortRun(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.write(shared, first, last, step, factor, offset, Math.max(run - 1, 0));
    }

    /** A counter that comes to the end of the ints is taken to stop there. */
    public static void readUnwrapped(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.read(shared, first, unwrapped(last, step), step, factor, offset, run);
    }

    /** As {@link #readUnwrapped}. */
    public static void writeUnwrapped(Shared shared, int first, int last, int step, int factor, int offset, int run) {
        Ranges.write(shared, first, unwrapped(last, step), step, factor, offset, run);
    }

    private static int unwrapped(int last, int step) {
        long behind = (long) last + step;
        return (int) behind == behind ? last : last - step;
    }

    public static int lastTooEarly(int first, int bound, int step, int test, int late) {
        return Ranges.last(first, bound, step, test, late) - step;
    }

    public static void writeRangeShort(Shared shared, int from, int to) {
        Checks.writeRange(shared, from, to - 1);
    }

    public static void readBefore(Shared shared, int index) {
        if (index > 0) {
            Checks.read(shared, index - 1);
        }
    }

    public static void writeBefore(Shared shared, int index) {
        if (index > 0) {
            Checks.write(shared, index - 1);
        }
    }

    /** All rows but the last. */
    public static void readRowsFew(Shared shared, Object[] rows, long which, long elements) {
        Ranges.readRows(shared, rows, which - 1, elements);
    }

    /** As {@link #readRowsFew}. */
    public static void writeRowsFew(Shared shared, Object[] rows, long which, long elements) {
        Ranges.writeRows(shared, rows, which - 1, elements);
    }

    /** A handle that is kept over synchronisations. */
    public static Shared of(int[] array) {
        return HANDLES.computeIfAbsent(array, some -> Optional.ofNullable(Checks.of((int[]) some)))
                .orElse(null);
    }
}
