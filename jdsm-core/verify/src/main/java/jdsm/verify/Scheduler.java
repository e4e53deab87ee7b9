package jdsm.verify;

/** Makes the choices of a simulated job: the next step, and each random event within a step. */
interface Scheduler {
    /** A result of {@link #next}: ends the run, because it would repeat a known one. */
    int ABANDON = -1;

    /**
     * Chooses the next step.
     *
     * @param options the possible options, as {@link Simulation} numbers them, in ascending order in the first
     *     {@code count} places; the scheduler may change the array
     * @return one of the options, or {@link #ABANDON}
     */
    int next(int[] options, int count);

    /** Chooses a number from 0 to {@code count - 1}, within a step. */
    int choose(int count);

    /** Chooses whether an event with probability {@code 1 / in} happens. */
    default boolean chance(int in) {
        return choose(in) == 0;
    }
}
