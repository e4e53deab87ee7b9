package jdsm.verify;

import java.util.Arrays;

/**
 * What each element must read as: what was written last, in the order in which the simulation goes. For volatile accesses that
 * is more than one total order, namely the one in which they were done. A value says in which phase it was written; it is
 * negative as long as it is a token that somebody has taken.
 */
class Memory {
    /** More than a simulation has steps. */
    private static final long VALUES_OF_A_PHASE = 1_000_000;

    private final Programs.Shape shape;
    /** By element: what was written last, and what before. */
    private final long[] last;

    private final long[] before;
    /** What was written, in this order, and where: which element, by {@link Programs.Shape#index}. */
    private long[] values = new long[32];

    private int[] elements = new int[values.length];
    private int written;
    /** By unit: how much had been written when it was last released. */
    private final int[] released;

    private long lastValue;

    Memory(Programs.Shape shape) {
        this.shape = shape;
        this.last = new long[shape.allElements()];
        this.before = new long[shape.allElements()];
        this.released = new int[shape.units()];
    }

    /** A worker writes. @return what */
    long write(SimWorker writer, Programs.Step step) {
        return set(step, writer.phase() * VALUES_OF_A_PHASE + ++lastValue);
    }

    /** A worker undoes the last write. @return what is there then */
    long restore(SimWorker writer, Programs.Step step) {
        return set(step, before[index(step)]);
    }

    /** A worker takes a token. @return the value that says so */
    long take(SimWorker taker, Programs.Step step) {
        return set(step, -write(taker, step));
    }

    static boolean isTaken(long value) {
        return value < 0;
    }

    /** Whether a value was written in this phase, by who left it free. */
    static boolean isOfPhase(int phase, long value) {
        return value / VALUES_OF_A_PHASE == phase;
    }

    /** @throws Violation if that is not what it must see */
    void read(SimWorker reader, Programs.Step step, long value) {
        if (value != last(step)) {
            throw new Violation(reader + " reads " + value + " where " + last(step) + " was written last");
        }
    }

    /** The holder of a unit has let go of it. */
    void release(int unit) {
        released[unit] = written;
    }

    /** Since when: for {@link #readSince} by whoever updates the unit from now on. */
    int released(int unit) {
        return released[unit];
    }

    /** @throws Violation if a worker sees something older than what was there then, or that nobody has written */
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

    /** A worker compares, to set what it expects to something else. @throws Violation if it goes wrong about that */
    void compare(SimWorker worker, Programs.Step step, long expected, boolean found) {
        if (found != (expected == last(step))) {
            throw new Violation(worker + (found ? " finds " : " does not find ") + expected + " where " + last(step)
                    + " was written last");
        }
    }

    /** Whether a copy of a unit has all that was written. */
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
