package jdsm.verify;

/**
 * The loss of a rank in a simulated job: the loss occurs at some step, and each other rank learns of it at a later one.
 */
final class Loss {
    /** Stands for the lost rank in a job that loses none. */
    static final int NOBODY = -1;

    private final int rank;
    /** The first option of this class; the options are that each rank learns of the loss, and the loss itself. */
    private final int firstOption;

    private final boolean[] known;
    private boolean happened;

    Loss(Scenario scenario) {
        this.rank = scenario.lost();
        this.firstOption =
                Simulation.options(scenario.shape()) - scenario.shape().ranks() - 1;
        this.known = new boolean[scenario.shape().ranks()];
    }

    /**
     * Adds the options that are possible now.
     *
     * @return the number of options, {@code before} included
     */
    int collect(int[] options, int before) {
        int count = before;
        if (rank != NOBODY && !happened) {
            options[count++] = firstOption + known.length;
        } else if (happened) {
            for (int other = 0; other < known.length; other++) {
                if (other != rank && !known[other]) {
                    options[count++] = firstOption + other;
                }
            }
        }
        return count;
    }

    boolean isOption(int option) {
        return option >= firstOption;
    }

    /**
     * Executes an option.
     *
     * @return the rank that learns of the loss, or {@link #NOBODY} if the rank is lost in this step
     */
    int happens(int option) {
        int hears = option - firstOption;
        if (hears == known.length) {
            happened = true;
            return NOBODY;
        }
        known[hears] = true;
        return hears;
    }

    /** The rank that is lost at some step, or {@link #NOBODY}. */
    int rank() {
        return rank;
    }

    boolean hasHappened() {
        return happened;
    }

    boolean isLost(int which) {
        return happened && which == rank;
    }

    /** Whether a rank has learned of the loss. */
    boolean isKnownAt(int which) {
        return known[which];
    }
}
