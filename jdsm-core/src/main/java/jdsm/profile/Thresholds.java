package jdsm.profile;

/**
 * The bounds of the classification, in percent. The defaults are the paper's.
 *
 * @param leastWrites the share of writes among the accesses to a class from which it is split
 * @param heavyWrites a field's share of the writes to its class from which it is a W field
 * @param frequentReads the share of a field's reads among the accesses to its class from which it is an R field
 */
public record Thresholds(double leastWrites, double heavyWrites, double frequentReads) {
    /** The paper's bounds. */
    public static final Thresholds DEFAULT = new Thresholds(0.5, 20, 1);

    private static final double ALL = 100;

    /**
     * Checks the bounds.
     *
     * @throws ProfileException if one is not between 0 and 100
     */
    public Thresholds {
        require("least-writes", leastWrites);
        require("heavy-writes", heavyWrites);
        require("frequent-reads", frequentReads);
    }

    private static void require(String name, double percent) {
        if (!(percent >= 0 && percent <= ALL)) {
            throw new ProfileException(name + " must be a percentage between 0 and 100, was " + percent);
        }
    }

    /** Whether a part makes up at least a share of a whole. */
    static boolean reaches(long part, long whole, double percent) {
        return whole > 0 && ALL * part >= percent * whole;
    }
}
