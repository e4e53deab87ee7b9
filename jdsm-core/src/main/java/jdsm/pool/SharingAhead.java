package jdsm.pool;

import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.codec.References;
import jdsm.codec.UnitContent;
import jdsm.observe.Counters;
import jdsm.runtime.Presence;

/**
 * Has new objects become shared at a barrier, while the workers wait there, rather than when another rank asks for them and
 * waits: those which written units lead to, if {@link Departures} expects them to leave. Service loop only.
 */
final class SharingAhead {
    /**
     * The name of the system property that is {@code never} where objects become shared only when a reference to them leaves, and
     * {@code always} where all that can be reached becomes shared at each barrier, for tests.
     */
    static final String PROPERTY = "jdsm.ahead";

    private static final String NEVER = "never";
    private static final String ALWAYS = "always";
    /** The most objects that become shared at a barrier: requests of other ranks wait meanwhile. */
    private static final int MOST = 1 << 17;

    /** The number of elements of the longest array that becomes shared ahead. */
    private static final int LONGEST = 1024;

    private final SharedObjects objects;
    private final Departures departures;
    private final Counters counters;
    private final boolean never;
    private final boolean always;

    /** What may become shared at this barrier. */
    private final Map<Class<?>, Rest> left = new HashMap<>();
    /** One of these: objects of a class often come one after the other. */
    private Rest latest;

    private int more;
    /** Whether no thread is in woven code, or comes to it before {@link #end}. */
    private boolean alone;

    /** @param mode the value of {@link #PROPERTY}, or null */
    SharingAhead(SharedObjects objects, int ranks, Counters counters, String mode) {
        this.objects = objects;
        this.departures = objects.departures();
        this.counters = counters;
        this.never = ranks == 1 || NEVER.equals(mode);
        this.always = ranks > 1 && ALWAYS.equals(mode);
    }

    /**
     * All workers of this rank have entered a barrier.
     *
     * @return whether {@link #follow} has an effect until the next one; {@link #end} must follow then
     */
    boolean intervalEnds() {
        departures.intervalEnds();
        left.clear();
        latest = null;
        more = MOST;
        boolean follows = always || !never && departures.hasAny();
        alone = follows && Presence.close();
        return follows;
    }

    /** Has objects become shared to which a unit leads that workers have written. */
    void follow(UnitContent written) {
        if (more > 0 && written.hasReferences() && !written.forEachElement(this::share)) {
            written.forEachReferent(this::share);
        }
    }

    /** Ends the calls of {@link #follow} at this barrier. Whoever writes from now on sees that the objects are shared. */
    void end() {
        if (alone) {
            Presence.open();
        }
    }

    private void share(Object element, Object[] array, int index, int end) {
        Object behind = References.behind(element);
        if (behind != element) {
            share(behind);
        } else if (isNext(element)) {
            share(objects.news().neighbours(element, array, index, end, this::mayCome));
        }
    }

    /** Objects behind one reference may come into one unit; those behind different ones may be for different ranks. */
    private void share(Object object) {
        if (isNext(object)) {
            share(List.of(object));
        }
    }

    private boolean isNext(Object object) {
        return more > 0 && mayLeave(object) && objects.news().canBeMade(object) && isWithin(object);
    }

    private boolean mayCome(Object object) {
        return mayLeave(object) && isWithin(object);
    }

    private void share(List<Object> first) {
        List<Object> found = objects.news().reachedFrom(first, more, this::mayCome);
        more -= found.size();
        objects.add(found, !alone);
        counters.add(Counters.Counter.OBJECTS_SHARED_AHEAD, found.size());
    }

    private boolean mayLeave(Object object) {
        return object != null && (always || of(object.getClass()).leaves && isShort(object));
    }

    /** What is known of short arrays says nothing of long ones. */
    private static boolean isShort(Object object) {
        return !object.getClass().isArray() || Array.getLength(object) <= LONGEST;
    }

    /** Counts an object of its class; returns whether so many may become shared. */
    private boolean isWithin(Object object) {
        return of(object.getClass()).objects-- > 0;
    }

    private Rest of(Class<?> type) {
        Rest rest = latest;
        if (rest == null || rest.type != type) {
            rest = left.computeIfAbsent(type, any -> new Rest(type));
            latest = rest;
        }
        return rest;
    }

    /** How many more objects of a class may become shared at this barrier. */
    private final class Rest {
        private final Class<?> type;
        private final boolean leaves;
        private long objects;

        Rest(Class<?> type) {
            this.type = type;
            this.leaves = departures.leave(type);
            this.objects = always ? MOST : departures.most(type);
        }
    }
}
