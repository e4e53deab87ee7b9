package jdsm.verify;

/** The loss of a rank, as a simulated job goes through it: it happens at some step, and each other rank hears of it later. */
final class Loss {
    /** The rank that is lost: none. */
    static final int NOBODY = -1;

    private final int rank;
    /** What can happen by it: that each rank hears of it, and the loss itself; options from this number on. */
    private final int firstOption;

    private final boolean[] known;
    private boolean happened;

    Loss(Scenario scenario) {
        this.rank = scenario.lost();
        this.firstOption =
                Simulation.options(scenario.shape()) - scenario.shape().ranks() - 1;
        this.known = new boolean[scenario.shape().ranks()];
    }

    /** Adds what can happen now. @return how many options there are then */
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

    /** One of {@link #collect} happens. @return the rank that hears of the loss, or {@link #NOBODY}: the rank is lost now */
    int happens(int option) {
        int hears = option - firstOption;
        if (hears == known.length) {
            happened = true;
            return NOBODY;
        }
        known[hears] = true;
        return hears;
    }

    /** Which rank is, or will be. */
    int rank() {
        return rank;
    }

    boolean hasHappened() {
        return happened;
    }

    boolean isLost(int which) {
        return happened && which == rank;
    }

    /** Whether a rank has heard of it. */
    boolean isKnownAt(int which) {
        return known[which];
    }
}
