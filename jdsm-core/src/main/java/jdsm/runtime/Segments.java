package jdsm.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * Chooses the segments of a program's run in which {@link Profiled} counts. A segment is a call of a method, up to the
 * first {@link Profiled#TURNS} turns of its loops; each further TURNS turns are one more. The distance from one chosen
 * segment to the next is drawn at random between 1 and twice the interval less 1, so that it follows no loop of the
 * program, and the chance of each segment is one in {@link #INTERVAL}, whatever its length. So an access that is counted
 * stands for INTERVAL accesses.
 *
 * <p>A thread's countdown lies in a table, at a place that its id gives: woven code reaches it in about a nanosecond,
 * where a {@link ThreadLocal} needs several. Threads that share a place disturb the distances, and no count.
 */
final class Segments {
    /** One of so many segments is counted on average; 1 if woven code counts every access. */
    static final int INTERVAL = Math.max(1, Integer.getInteger(Woven.SAMPLE, 1));

    private static final int PLACES = 256;
    /** A place has a cache line of its own, so that threads do not contend. */
    private static final int SHIFT = 4;

    /** The random state of a place, beside its countdown. */
    private static final int STATE = 1;

    private static final Segments OWN = new Segments(INTERVAL);

    private static final MethodHandle NEXT;
    private static final MethodHandle FIRST;

    static {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            NEXT = own.findStatic(Segments.class, "next", MethodType.methodType(long[].class));
            FIRST = own.findVirtual(Site.class, "first", MethodType.methodType(long[].class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int interval;
    private final int[] table = new int[PLACES << SHIFT];

    Segments(int interval) {
        this.interval = interval;
        for (int place = 0; place < table.length; place += 1 << SHIFT) {
            table[place + STATE] = 0x9E3779B9 * (place + 1); // not 0, which has no successor
            table[place] = distance(place);
        }
    }

    /** The counters for the segment of the calling thread that begins now; null if it is not counted. */
    static long[] next() {
        return OWN.chooses() ? Profiled.sampled() : null;
    }

    /** Whether the segment of the calling thread that begins now is to be counted. */
    boolean chooses() {
        int place = ((int) Thread.currentThread().getId() & PLACES - 1) << SHIFT;
        int left = table[place] - 1;
        table[place] = left;
        return left <= 0 && renew(place);
    }

    private boolean renew(int place) {
        table[place] = distance(place);
        return true;
    }

    /** A random distance to the next chosen segment, by Marsaglia's xorshift. */
    private int distance(int place) {
        int state = table[place + STATE];
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        table[place + STATE] = state;
        return 1 + (int) ((state & 0xFFFFFFFFL) * (2L * interval - 1) >>> 32);
    }

    /** The begin of a method that samples: its first call is counted exactly, so that few methods have no counts at all. */
    static final class Site extends MutableCallSite {
        Site(MethodType type) {
            super(type);
            setTarget(FIRST.bindTo(this));
        }

        long[] first() {
            setTarget(NEXT);
            return Profiled.counters();
        }
    }
}
