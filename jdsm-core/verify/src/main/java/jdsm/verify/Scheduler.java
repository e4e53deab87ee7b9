package jdsm.verify;

/** Decides what happens next in a simulated job, wherever something is left open. */
interface Scheduler {
    /** {@link #next}: this run says nothing new, and ends here. */
    int ABANDON = -1;

    /**
     * Chooses the next step.
     *
     * @param options what can happen, as {@link Simulation} numbers it, in ascending order in the first {@code count}
     *     places; the array may be changed
     * @return one of them, or {@link #ABANDON}
     */
    int next(int[] options, int count);

    /** One of {@code 0 .. count - 1}, within a step. */
    int choose(int count);

    /** Whether something happens that happens one time in so many. */
    default boolean chance(int in) {
        return choose(in) == 0;
    }
}
