package jdsm.verify;

import java.util.Arrays;
import java.util.List;

/*
 * Each right is a bit: holding a unit, having a lock, having taken a token, and having the use of a flag. A flag's
 * worker has the last until it first writes the flag; another worker has it after it has seen that write, for reads
 * only. A volatile access counts as an access while its unit is held.
 */

/**
 * Finds data races in programs: accesses that neither a barrier nor a common right orders. May report races that cannot
 * happen.
 */
final class Races {
    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final Programs.Shape shape;
    private final Programs.Step[][] programs;
    /** The steps of each worker in the present phase. */
    private final List<Programs.Step>[] phase;
    /** The beginning of each worker's next phase. */
    private final int[] at;
    /** For each element the worker that accesses it in the present phase, {@link #NOBODY} or {@link #SEVERAL}. */
    private final int[] accessor;

    /** For each element the worker that writes it in the present phase, {@link #NOBODY} or {@link #SEVERAL}. */
    private final int[] writer;

    /** For each element the rights that all its accesses in the present phase have in common. */
    private final long[] common;

    /** Rights that exclude no worker, because the element is not only used as a token, or as the flag of one worker. */
    private long worthless;
    /** The flags that are written in the present phase; only in these can a worker see a value of this phase. */
    private long written;

    private int phases;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of lists
    private Races(Scenario scenario) {
        this.shape = scenario.shape();
        this.programs = scenario.programs();
        this.phase = new List[programs.length];
        this.at = new int[programs.length];
        this.accessor = new int[shape.allElements()];
        this.writer = new int[shape.allElements()];
        this.common = new long[shape.allElements()];
        if (shape.units() + shape.locks() + 2 * shape.allElements() > Long.SIZE) {
            throw new IllegalArgumentException("too many units, locks and elements: " + shape);
        }
    }

    /** Whether the programs have no data race. They must have equally many barriers. */
    static boolean none(Scenario scenario) {
        Races races = new Races(scenario);
        while (races.beginPhase()) {
            for (int worker = 0; worker < races.phase.length; worker++) {
                races.look(worker);
            }
            if (races.found()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Moves to the next phase.
     *
     * @return false if there is none
     */
    private boolean beginPhase() {
        Arrays.fill(accessor, NOBODY);
        Arrays.fill(writer, NOBODY);
        Arrays.fill(common, -1);
        worthless = 0;
        written = 0;
        boolean more = false;
        for (int worker = 0; worker < phase.length; worker++) { // worker 0 first, which is no thread
            more |= at[worker] < programs[worker].length;
            phase[worker] = nextPhase(worker);
            for (Programs.Step step : phase[worker]) {
                written |= step.writes() ? flag(step) : 0;
            }
        }
        phases++;
        return more;
    }

    /** A thread passes no barrier: what it does may happen in each phase but the last one, before which it ends. */
    private List<Programs.Step> nextPhase(int worker) {
        Programs.Step[] program = programs[worker];
        if (shape.isThread(worker % shape.workers())) {
            at[worker] = program.length;
            boolean last = phases > 0 && at[0] == programs[0].length;
            return last ? List.of() : Arrays.asList(program);
        }
        int from = at[worker];
        int end = from;
        while (end < program.length && !program[end].is(Programs.Op.BARRIER)) {
            end++;
        }
        at[worker] = Math.min(end + 1, program.length);
        return Arrays.asList(program).subList(from, end);
    }

    private long hold(int unit) {
        return 1L << unit;
    }

    private long lock(int lock) {
        return 1L << shape.units() + lock;
    }

    private long token(Programs.Step step) {
        return 1L << shape.units() + shape.locks() + index(step);
    }

    private long flag(Programs.Step step) {
        return 1L << shape.units() + shape.locks() + shape.allElements() + index(step);
    }

    private int index(Programs.Step step) {
        return shape.index(step.unit(), step.element());
    }

    private void look(int worker) {
        long rights = 0;
        long seen = 0;
        for (Programs.Step step : phase[worker]) {
            rights |= step.writes() ? flag(step) : 0; // until the worker writes the flag
        }
        Programs.Step never = null;
        for (Programs.Step step : phase[worker]) {
            if (never != null) {
                never = step.endsBlockOf(never) ? null : never;
                continue;
            }
            switch (step.op()) {
                case LOCK -> rights |= lock(step.unit());
                case UNLOCK -> rights &= ~lock(step.unit());
                case HOLD -> rights |= hold(step.unit());
                case RELEASE -> rights &= ~hold(step.unit());
                case END -> seen &= ~flag(step);
                case READ, WRITE -> access(worker, step, step.writes() ? rights : rights | seen);
                default -> access(worker, step, rights | hold(step.unit()));
            }
            switch (step.op()) {
                case TAKE -> rights |= token(step);
                case GIVE -> rights &= ~token(step);
                case WHEN -> {
                    seen |= written & flag(step);
                    never = (written & flag(step)) == 0 ? step : null;
                }
                case WRITE, VOLATILE_WRITE, COMPARE_AND_SET -> worthless |= token(step);
                default -> {}
            }
            rights &= step.writes() ? ~flag(step) : -1;
        }
    }

    private void access(int worker, Programs.Step step, long rights) {
        int index = index(step);
        accessor[index] = accessor[index] == NOBODY || accessor[index] == worker ? worker : SEVERAL;
        common[index] &= rights;
        if (step.writes()) {
            writer[index] = writer[index] == NOBODY || writer[index] == worker ? worker : SEVERAL;
            worthless |= writer[index] == SEVERAL ? flag(step) : 0;
        }
    }

    private boolean found() {
        for (int index = 0; index < common.length; index++) {
            boolean shared = accessor[index] == SEVERAL && writer[index] != NOBODY;
            if (shared && (common[index] & ~worthless) == 0) {
                return true;
            }
        }
        return false;
    }
}
