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

    private final long[][] truth;
    /** What {@link #truth} was when the unit was last released. */
    private final long[][] released;

    private long lastValue;

    Memory(Programs.Shape shape) {
        this.truth = new long[shape.units()][shape.elements()];
        this.released = new long[shape.units()][shape.elements()];
    }

    /** A worker writes. @return what */
    long write(SimWorker writer, Programs.Step step) {
        return set(step, writer.phase() * VALUES_OF_A_PHASE + ++lastValue);
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
        System.arraycopy(truth[unit], 0, released[unit], 0, truth[unit].length);
    }

    /** What whoever updates the unit from now on must see, or something newer. */
    long released(Programs.Step step) {
        return released[step.unit()][step.element()];
    }

    /** @throws Violation if a worker sees something older than it must, or that nobody has written */
    void readSince(SimWorker reader, Programs.Step step, long atLeast, long value) {
        if (value < atLeast || value > last(step)) {
            throw new Violation(reader + " reads " + value + " where " + atLeast
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
        return Arrays.equals(copy, truth[unit]);
    }

    final long last(Programs.Step step) {
        return truth[step.unit()][step.element()];
    }

    final long set(Programs.Step step, long value) {
        truth[step.unit()][step.element()] = value;
        return value;
    }
}
