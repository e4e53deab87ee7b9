package jdsm.verify;

import java.util.Arrays;

/** What each element must read as: what was written last, in the order in which the simulation goes. */
class Memory {
    private final long[][] truth;
    private long lastValue;

    Memory(Programs.Shape shape) {
        this.truth = new long[shape.units()][shape.elements()];
    }

    /** A worker writes. @return what */
    long write(SimWorker writer, Programs.Step step) {
        return set(step, ++lastValue);
    }

    /** @throws Violation if that is not what it must see */
    void read(SimWorker reader, Programs.Step step, long value) {
        if (value != last(step)) {
            throw new Violation(reader + " reads " + value + " where " + last(step) + " was written last");
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
