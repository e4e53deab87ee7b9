package jdsm.profile;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The waits of all ranks at a line of the program for one kind of object.
 *
 * @param line the line, as {@code Heat.start(Heat.java:31)}; empty if the program had not called
 * @param object the class of the object, or the field that leads to the array, or its type; empty if there was no object
 * @param purpose what the workers did then, such as {@code read}
 * @param times the number of waits
 * @param nanos their length together, in nanoseconds
 * @param ranks the ranks that waited
 */
record WaitProfile(String line, String object, String purpose, long times, long nanos, SortedSet<Integer> ranks) {
    WaitProfile {
        ranks = Collections.unmodifiableSortedSet(new TreeSet<>(ranks));
    }

    /** The line, the object and the purpose, which together are unique in a profile. */
    String key() {
        return line + "\n" + object + "\n" + purpose;
    }

    WaitProfile plus(WaitProfile other) {
        return new WaitProfile(
                line,
                object,
                purpose,
                Math.addExact(times, other.times),
                Math.addExact(nanos, other.nanos),
                Ranks.union(ranks, other.ranks));
    }
}
