package jdsm.verify;

import java.util.Arrays;

/**
 * The reference memory of a simulation: an element must read as the value written last, in the order of the
 * simulation's steps. Volatile accesses must have exactly this order, which is more than some total order.
 * A value encodes the phase in which it was written; a negative value is a token that a worker has taken.
 */
class Memory {
    /** Bounds the number of values of a phase; a simulation has fewer steps. */
    private static final long VALUES_OF_A_PHASE = 1_000_000;

    private final Programs.Shape shape;
    /** For each element the value written last. */
    private final long[] last;

    /** For each element the value that it had before its last write. */
    private final long[] before;

    /** The written values, in the order of the writes. */
    private long[] values = new long[32];

    /** The element of each write, by {@link Programs.Shape#index}. */
    private int[] elements = new int[values.length];

    private int written;
    /** For each unit the number of writes, of all units, before its last release by a holder. */
    private final int[] released;

    private long lastValue;

    Memory(Programs.Shape shape) {
        this.shape = shape;
        this.last = new long[shape.allElements()];
        this.before = new long[shape.allElements()];
        this.released = new int[shape.units()];
    }

    /**
     * Writes a new value.
     *
     * @return the value
     */
    long write(SimWorker writer, Programs.Step step) {
        return set(step, writer.phase() * VALUES_OF_A_PHASE + ++lastValue);
    }

    /**
     * Undoes the last write of an element.
     *
     * @return the value that the element has then
     */
    long restore(SimWorker writer, Programs.Step step) {
        return set(step, before[index(step)]);
    }

    /**
     * Takes a token.
     *
     * @return the value of a taken token
     */
    long take(SimWorker taker, Programs.Step step) {
        return set(step, -write(taker, step));
    }

    static boolean isTaken(long value) {
        return value < 0;
    }

    /** Whether a write in this phase left the value, and the value is no taken token. */
    static boolean isOfPhase(int phase, long value) {
        return value / VALUES_OF_A_PHASE == phase;
    }

    /**
     * Checks a read.
     *
     * @throws Violation if the value is not the one written last
     */
    void read(SimWorker reader, Programs.Step step, long value) {
        if (value != last(step)) {
            throw new Violation(reader + " reads " + value + " where " + last(step) + " was written last");
        }
    }

    /** The number of writes so far; a worker whose volatile read begins now gives it to {@link #readSince}. */
    int writes() {
        return written;
    }

    /** Records that the holder of a unit has released it. */
    void release(int unit) {
        released[unit] = written;
    }

    /**
     * The number of writes before the unit's last release; a worker that updates the unit now gives it to
     * {@link #readSince}.
     */
    int released(int unit) {
        return released[unit];
    }

    /**
     * Checks a read after an update.
     *
     * @throws Violation if the value is older than the element's value after {@code then} writes, or was never written
     */
    void readSince(SimWorker reader, Programs.Step step, int then, long value) {
        int at = written - 1;
        while (at >= 0 && !(elements[at] == index(step) && (at < then || values[at] == value))) {
            at--;
        }
        if (value != (at < 0 ? 0 : values[at])) {
            throw new Violation(reader + " reads " + value + " where " + (at < 0 ? 0 : values[at])
                    + " was released before it updated, and " + last(step) + " was written last");
        }
    }

    /**
     * Checks the comparison of a compare-and-set.
     *
     * @throws Violation if its result is wrong
     */
    void compare(SimWorker worker, Programs.Step step, long expected, boolean found) {
        if (found != (expected == last(step))) {
            throw new Violation(worker + (found ? " finds " : " does not find ") + expected + " where " + last(step)
                    + " was written last");
        }
    }

    /** Whether a copy of a unit has the values written last. */
    boolean isCurrent(int unit, long[] copy) {
        int first = shape.index(unit, 0);
        return Arrays.equals(copy, 0, copy.length, last, first, first + copy.length);
    }

    final long last(Programs.Step step) {
        return last[index(step)];
    }

    final long set(Programs.Step step, long value) {
        int index = index(step);
        if (written == values.length) {
            values = Arrays.copyOf(values, 2 * written);
            elements = Arrays.copyOf(elements, 2 * written);
        }
        values[written] = value;
        elements[written++] = index;
        before[index] = last[index];
        last[index] = value;
        return value;
    }

    private int index(Programs.Step step) {
        return shape.index(step.unit(), step.element());
    }
}
