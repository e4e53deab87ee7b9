package jdsm.pool;

import java.util.Objects;
import jdsm.coherence.UnitState;
import jdsm.directory.SharedEntry;

/**
 * A range of successive units of one object, on which a call operates.
 *
 * @param first the index of the first unit within the object
 * @param count the number of units
 */
record UnitRange(SharedEntry entry, int first, int count) {
    static UnitRange whole(SharedEntry entry) {
        return new UnitRange(entry, 0, entry.units());
    }

    static UnitRange of(SharedEntry entry, int index) {
        requireArray(entry);
        if (index < 0 || index >= entry.length()) {
            throw new IndexOutOfBoundsException("index " + index + " of " + entry.label());
        }
        return new UnitRange(entry, entry.unitOf(index), 1);
    }

    static UnitRange of(SharedEntry entry, int from, int to) {
        requireArray(entry);
        if (from < 0 || from > to || to > entry.length()) {
            throw new IndexOutOfBoundsException("range " + from + " to " + to + " of " + entry.label());
        }
        if (from == to) {
            return new UnitRange(entry, 0, 0);
        }
        int first = entry.unitOf(from);
        return new UnitRange(entry, first, entry.unitOf(to - 1) - first + 1);
    }

    /** Whether the units have elements, so that several ranks may write them in one interval. */
    boolean hasElements() {
        return entry.contents().get(0).elementBytes() > 0;
    }

    UnitState state(int i) {
        return entry.state(Objects.checkIndex(i, count) + first);
    }

    /** A rough estimate of the length in bytes of one unit's content, for the window of requests. */
    long bytesOfUnit() {
        int elements = entry.blockLength() == 0 ? entry.length() : entry.blockLength();
        return 8L * elements + 64;
    }

    private static void requireArray(SharedEntry entry) {
        if (!entry.isArray()) {
            throw new IllegalArgumentException("no array, so it has no indices: " + entry.label());
        }
    }
}
