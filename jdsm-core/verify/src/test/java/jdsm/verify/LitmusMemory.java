package jdsm.verify;

import java.util.Arrays;

/** Counts a variable's writes, and keeps what was read. */
final class LitmusMemory extends Memory {
    private final boolean races;
    private final StringBuilder[] seen;
    private int accessesLeft;

    /** @param races whether a read may see something old */
    LitmusMemory(Scenario scenario, boolean races) {
        super(scenario.shape());
        this.races = races;
        this.seen = new StringBuilder[scenario.programs().length];
        Arrays.setAll(seen, worker -> new StringBuilder());
        for (Programs.Step[] program : scenario.programs()) {
            for (Programs.Step step : program) {
                accessesLeft += step.isAccess() ? 1 : 0;
            }
        }
    }

    @Override
    long write(SimWorker writer, Programs.Step step) {
        accessesLeft--;
        return set(step, last(step) + 1);
    }

    @Override
    void read(SimWorker reader, Programs.Step step, long value) {
        accessesLeft--;
        seen[reader.number()].append(value);
        if (!races) {
            super.read(reader, step, value);
        }
    }

    @Override
    void readSince(SimWorker reader, Programs.Step step, int then, long value) {
        accessesLeft--;
        seen[reader.number()].append(value);
        super.readSince(reader, step, then, value);
    }

    /** Whether all accesses are done. */
    boolean isOver() {
        return accessesLeft == 0;
    }

    String outcome() {
        return String.join("", seen);
    }
}
