package jdsm.verify;

/** Executes one worker's volatile accesses to elements, and remembers the values that the worker has seen. */
final class Volatiles {
    private final Programs.Shape shape;
    private final Memory memory;
    /** For each element, the value that this worker has seen or written last. */
    private final long[] seen;

    Volatiles(Programs.Shape shape, Memory memory) {
        this.shape = shape;
        this.memory = memory;
        this.seen = new long[shape.allElements()];
    }

    /**
     * Whether the worker need not try an access: it is a TAKE, and the token is taken as far as the worker has seen.
     */
    boolean isInVain(Programs.Step step) {
        return step.is(Programs.Op.TAKE) && Memory.isTaken(seen[shape.index(step.unit(), step.element())]);
    }

    /**
     * Executes an access to a copy.
     *
     * @return whether it failed: a TAKE of another value, or a WHEN that saw no value of this phase
     */
    boolean access(SimWorker worker, Programs.Step step, long[] copy) {
        int at = shape.index(step.unit(), step.element());
        int element = step.element();
        switch (step.op()) {
            case VOLATILE_WRITE, GIVE -> {
                seen[at] = memory.write(worker, step);
                copy[element] = seen[at];
                return false;
            }
            case COMPARE_AND_SET, TAKE -> {
                boolean take = step.is(Programs.Op.TAKE);
                boolean found = copy[element] == seen[at];
                memory.compare(worker, step, seen[at], found);
                if (found) {
                    seen[at] = take ? memory.take(worker, step) : memory.write(worker, step);
                    copy[element] = seen[at];
                }
                return take && !found;
            }
            default -> {
                seen[at] = copy[element];
                memory.read(worker, step, seen[at]);
                return isTooOld(worker, step, seen[at]);
            }
        }
    }

    /**
     * Executes a volatile read of a copy that other workers may write meanwhile.
     *
     * @param then the number of writes before the read began, all of which it must see
     * @return whether it is a WHEN that saw no value of this phase
     */
    boolean read(SimWorker worker, Programs.Step step, long[] copy, int then) {
        long value = copy[step.element()];
        seen[shape.index(step.unit(), step.element())] = value;
        memory.readSince(worker, step, then, value);
        return isTooOld(worker, step, value);
    }

    private static boolean isTooOld(SimWorker worker, Programs.Step step, long value) {
        return step.is(Programs.Op.WHEN) && !Memory.isOfPhase(worker.phase(), value);
    }
}
