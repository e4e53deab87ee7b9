package jdsm.verify;

/** Tells whether programs have data races: accesses that neither barriers nor a common lock or hold keep apart. */
final class Races {
    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final Programs.Shape shape;
    private final Programs.Step[][] programs;
    /** Where each worker's present phase begins. */
    private final int[] at;
    /** By unit and element, in the present phase: who accesses it, whether it is written, under which common rights. */
    private final int[][] accessor;

    private final boolean[][] written;
    private final long[][] common;

    private Races(Scenario scenario) {
        this.shape = scenario.shape();
        this.programs = scenario.programs();
        this.at = new int[programs.length];
        this.accessor = new int[shape.units()][shape.elements()];
        this.written = new boolean[shape.units()][shape.elements()];
        this.common = new long[shape.units()][shape.elements()];
    }

    /** Whether there is none; the workers' programs have equally many barriers. */
    static boolean none(Scenario scenario) {
        Races races = new Races(scenario);
        boolean more = true;
        while (more) {
            races.beginPhase();
            more = false;
            for (int worker = 0; worker < races.programs.length; worker++) {
                more |= races.phase(worker);
            }
            if (races.found()) {
                return false;
            }
        }
        return true;
    }

    private void beginPhase() {
        for (int unit = 0; unit < shape.units(); unit++) {
            for (int element = 0; element < shape.elements(); element++) {
                accessor[unit][element] = NOBODY;
                written[unit][element] = false;
                common[unit][element] = -1;
            }
        }
    }

    /** @return whether another phase follows */
    private boolean phase(int worker) {
        Programs.Step[] program = programs[worker];
        long rights = 0;
        while (at[worker] < program.length) {
            Programs.Step step = program[at[worker]++];
            switch (step.op()) {
                case BARRIER -> {
                    return true;
                }
                case HOLD -> rights |= 1L << step.unit();
                case RELEASE -> rights &= ~(1L << step.unit());
                case LOCK -> rights |= 1L << shape.units() + step.unit();
                case UNLOCK -> rights &= ~(1L << shape.units() + step.unit());
                case READ, WRITE -> access(worker, step, rights);
            }
        }
        return false;
    }

    private void access(int worker, Programs.Step step, long rights) {
        int unit = step.unit();
        int element = step.element();
        int before = accessor[unit][element];
        accessor[unit][element] = before == NOBODY || before == worker ? worker : SEVERAL;
        written[unit][element] |= step.is(Programs.Op.WRITE);
        common[unit][element] &= rights;
    }

    private boolean found() {
        for (int unit = 0; unit < shape.units(); unit++) {
            for (int element = 0; element < shape.elements(); element++) {
                boolean shared = accessor[unit][element] == SEVERAL && written[unit][element];
                if (shared && common[unit][element] == 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
