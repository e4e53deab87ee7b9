package jdsm.pool;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.codec.UnitContent;
import jdsm.directory.Directory;
import jdsm.observe.Counters;

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

    private final Directory directory;
    private final SharedObjects objects;
    private final Departures departures;
    private final Counters counters;
    private final boolean never;
    private final boolean always;

    /** How many more objects of a class may become shared at this barrier. */
    private final Map<Class<?>, Long> left = new HashMap<>();

    private int more;

    /** @param mode the value of {@link #PROPERTY}, or null */
    SharingAhead(Directory directory, SharedObjects objects, int ranks, Counters counters, String mode) {
        this.directory = directory;
        this.objects = objects;
        this.departures = objects.departures();
        this.counters = counters;
        this.never = ranks == 1 || NEVER.equals(mode);
        this.always = ranks > 1 && ALWAYS.equals(mode);
    }

    /**
     * All workers of this rank have entered a barrier.
     *
     * @return whether {@link #follow} has an effect until the next one
     */
    boolean intervalEnds() {
        departures.intervalEnds();
        left.clear();
        more = MOST;
        return always || !never && departures.hasAny();
    }

    /** Has objects become shared to which a unit leads that workers have written. */
    void follow(UnitContent written) {
        if (more > 0 && written.hasReferences()) {
            written.forEachReferent(this::share);
        }
    }

    /** Objects behind one reference may come into one unit; those behind different ones may be for different ranks. */
    private void share(Object first) {
        if (!mayLeave(first) || !objects.canBeMade(first)) {
            return;
        }
        List<Object> found = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        find(first, seen, found);
        for (int i = 0; i < found.size(); i++) {
            directory.referencesOf(found.get(i), referent -> find(referent, seen, found));
        }
        if (!found.isEmpty()) {
            objects.add(found);
            counters.add(Counters.Counter.OBJECTS_SHARED_AHEAD, found.size());
        }
    }

    private void find(Object object, Set<Object> seen, List<Object> found) {
        if (more > 0
                && mayLeave(object)
                && objects.canBeMade(object)
                && seen.add(object)
                && isWithin(object.getClass())) {
            more--;
            found.add(object);
        }
    }

    private boolean mayLeave(Object object) {
        return object != null && (always || departures.leave(object.getClass()) && isShort(object));
    }

    /** What is known of short arrays says nothing of long ones. */
    private static boolean isShort(Object object) {
        return !object.getClass().isArray() || Array.getLength(object) <= LONGEST;
    }

    private boolean isWithin(Class<?> type) {
        long rest = left.computeIfAbsent(type, any -> always ? MOST : departures.most(type));
        left.put(type, rest - 1);
        return rest > 0;
    }
}
