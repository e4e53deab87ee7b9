package jdsm.pool;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import jdsm.codec.ThrowableState;
import jdsm.directory.Directory;
import jdsm.runtime.Checks;
import jdsm.runtime.KeptArrays;
import jdsm.runtime.Woven;

/** Finds the objects of a rank that become shared together: they have no number yet but can have one. Service loop only. */
final class NewObjects {
    /** The fewest groups for each rank into which the elements of an array are divided. */
    private static final int LEAST_GROUPS = 4;

    private final Directory directory;
    private final int ranks;

    NewObjects(Directory directory, int ranks) {
        this.directory = directory;
        this.ranks = ranks;
    }

    /** Whether an object has no number yet and can have one. */
    boolean canBeMade(Object object) {
        if (object instanceof Woven woven) {
            return woven.$jdsm() == null && directory.canShare(object.getClass());
        }
        return object != null && isOfTable(object) && Checks.ofAny(object) == null && !KeptArrays.isKept(object);
    }

    /** Whether an object that is not of a woven class can have a number. */
    static boolean isOfTable(Object object) {
        Class<?> type = object.getClass();
        return type.isArray() || type == Object.class || object instanceof Throwable && ThrowableState.isKnown(type);
    }

    /**
     * A new object that an array refers to, and those that elements behind it refer to and that are likely to be used by the
     * same rank: most workers use elements that follow each other. Where an array has few elements for each worker, they
     * may be of different ones.
     *
     * @param element the element at {@code index}
     * @param end the end of the elements that come into question
     * @param admits asked of each of the others
     */
    List<Object> neighbours(Object element, Object[] array, int index, int end, Predicate<Object> admits) {
        int last = Math.min(end, groupEnd(index, array.length));
        List<Object> found = new ArrayList<>();
        found.add(element);
        Object previous = element;
        for (int i = index + 1; i < last; i++) {
            Object next = array[i]; // once: a worker may store another one
            if (next != previous && canBeMade(next) && admits.test(next)) {
                found.add(next);
            }
            previous = next;
        }
        return found;
    }

    /**
     * The end of the group of an element. No group reaches over the end of a rank's band, in each of the three ways in which
     * programs divide arrays that are no multiple of the ranks.
     */
    private int groupEnd(int index, int length) {
        long groups = (long) LEAST_GROUPS * ranks;
        if (length < 2 * groups) {
            return index + 1;
        }
        long group = ((index + 1) * groups - 1) / length;
        long end = (group + 1) * length / groups;
        for (int rank = 1; rank < ranks; rank++) {
            end = earlier(end, (long) rank * length / ranks, index);
            end = earlier(end, (long) rank * (length / ranks), index);
            end = earlier(end, (long) rank * ((length - 1) / ranks + 1), index);
        }
        return (int) end;
    }

    private static long earlier(long end, long other, int index) {
        return other > index && other < end ? other : end;
    }

    /**
     * New objects, and those that they reach, breadth first.
     *
     * @param from an object may come twice
     * @param most the most objects, if {@code from} has not more
     * @param admits asked once of each of the others; those that it refuses are not followed
     */
    List<Object> reachedFrom(List<Object> from, int most, Predicate<Object> admits) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Object> reached = new ArrayList<>();
        for (Object object : from) {
            if (seen.add(object)) {
                reached.add(object);
            }
        }
        Consumer<Object> found = next -> {
            if (reached.size() < most && canBeMade(next) && seen.add(next) && admits.test(next)) {
                reached.add(next);
            }
        };
        for (int i = 0; i < reached.size() && reached.size() < most; i++) {
            directory.referencesOf(reached.get(i), found);
        }
        return reached;
    }
}
