package jdsm.pool;

import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.UnitState;

/** Copies that have come as samples, of which {@link #count} tells whether workers have read them. The service loop uses it. */
final class ReadSamples {
    private final List<UnitState> units = new ArrayList<>();
    private int read;
    private int unread;

    void add(UnitState unit) {
        units.add(unit);
    }

    /** Looks which samples have been read by now. One that is invalid again tells nothing. */
    void count() {
        read = 0;
        unread = 0;
        for (UnitState unit : units) {
            int access = unit.access();
            unread += access == UnitState.UNSEEN ? 1 : 0;
            read += access >= UnitState.READ ? 1 : 0;
        }
    }

    /** The number of samples that had been read at the last {@link #count}. */
    int read() {
        return read;
    }

    /** The number of samples that were there at the last {@link #count}, and had not been read. */
    int unread() {
        return unread;
    }

    /** The number of all samples. */
    int size() {
        return units.size();
    }

    void clear() {
        units.clear();
    }
}
