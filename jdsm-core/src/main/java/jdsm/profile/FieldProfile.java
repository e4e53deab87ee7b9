package jdsm.profile;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The accesses to a field on all ranks.
 *
 * @param name the field's name
 * @param descriptor its type as in class files
 * @param isVolatile whether it is volatile; each volatile field is a unit of its own already
 * @param readBy the ranks that read it
 * @param writtenBy the ranks that wrote it
 */
record FieldProfile(
        String name,
        String descriptor,
        boolean isVolatile,
        long reads,
        long writes,
        SortedSet<Integer> readBy,
        SortedSet<Integer> writtenBy) {
    FieldProfile {
        readBy = Collections.unmodifiableSortedSet(new TreeSet<>(readBy));
        writtenBy = Collections.unmodifiableSortedSet(new TreeSet<>(writtenBy));
    }

    /** The accesses of one rank. */
    static FieldProfile of(String name, String descriptor, boolean isVolatile, long reads, long writes, int rank) {
        return new FieldProfile(
                name, descriptor, isVolatile, reads, writes, Ranks.of(reads, rank), Ranks.of(writes, rank));
    }

    /** Name and type, which together are unique in a class. */
    String key() {
        return name + ":" + descriptor;
    }

    FieldProfile plus(FieldProfile other) {
        return new FieldProfile(
                name,
                descriptor,
                isVolatile || other.isVolatile,
                Math.addExact(reads, other.reads),
                Math.addExact(writes, other.writes),
                Ranks.union(readBy, other.readBy),
                Ranks.union(writtenBy, other.writtenBy));
    }
}
