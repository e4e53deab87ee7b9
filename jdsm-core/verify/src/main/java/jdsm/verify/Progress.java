package jdsm.verify;

/** The position of a worker in its program. */
final class Progress {
    private final Programs.Step[] program;
    private int next;
    /** Whether the worker has failed; if so it only unlocks and releases from now on. */
    private boolean unwinds;

    Progress(Programs.Step[] program) {
        this.program = program;
    }

    /** The index of the next step. */
    int at() {
        return next;
    }

    /** The next step; the program must not have ended. */
    Programs.Step step() {
        return program[next];
    }

    boolean hasEnded() {
        return next == program.length;
    }

    boolean unwinds() {
        return unwinds;
    }

    /**
     * Moves to the next step that the worker executes.
     *
     * @param locked the lock that the worker has, or -1
     * @param held the unit that the worker holds, or -1
     */
    void advance(int locked, int held) {
        do {
            next++;
        } while (!hasEnded() && isPassedOver(program[next], locked, held));
    }

    /** The number of barriers behind the next step. */
    int barriersLeft() {
        int left = 0;
        for (int later = next + 1; later < program.length; later++) {
            left += program[later].is(Programs.Op.BARRIER) ? 1 : 0;
        }
        return left;
    }

    /** As {@link #advance}; from now on the worker only unlocks its lock and releases its unit. */
    void unwind(int locked, int held) {
        unwinds = true;
        advance(locked, held);
    }

    private boolean isPassedOver(Programs.Step step, int locked, int held) {
        if (!unwinds) {
            return step.is(Programs.Op.END);
        }
        boolean unlocks = step.is(Programs.Op.UNLOCK) && step.unit() == locked;
        boolean releases = step.is(Programs.Op.RELEASE) && step.unit() == held;
        return !unlocks && !releases;
    }

    /** Skips the steps up to the end of the block that a step begins. */
    void skipBlockOf(Programs.Step first) {
        while (!program[next].endsBlockOf(first)) {
            next++;
        }
    }

    /** Whether the worker makes an access of the same kind to the same unit before its next synchronisation. */
    boolean repeats(Programs.Step step) {
        for (int later = next + 1; later < program.length && program[later].isPlain(); later++) {
            if (program[later].writes() == step.writes() && program[later].unit() == step.unit()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "step " + next + (hasEnded() ? "" : ": " + program[next]);
    }
}
