package jdsm.coherence.home;

/**
 * The number of observations after which a unit's use counts as a habit.
 *
 * @param handOvers hand-overs in a row, each from a rank that reads and writes to the next rank that does, before
 *     ownership goes to readers
 * @param fetches 1 or 2: successive versions that a rank fetches before it is sent the next one unasked; copies that a
 *     rank requests after the last that came with a lock, before it may ask for ownership again; equal distances
 *     between fetches before owner or reader expects the next one
 * @param unseen changes in a row that came unasked and that no worker looked at, before the rank wants no more
 * @param writes versions in a row by one rank, before that rank is told to become the owner
 * @param asOwner barriers after a diff that has most of a unit, or after a rank gave a unit away, during which the rank asks for
 *     ownership again, before it makes a diff
 * @param unfetched versions in a row that no rank has fetched, before the owner exports no more: to export a version is
 *     cheaper than to answer a request while workers compute, but the unit must be published at each release
 * @param foresees whether ranks ask for copies, and owners export them, before a worker misses them
 * @param sendsUnasked whether copies go along with grants, and changes to ranks that read each version
 */
public record Pace(
        int handOvers,
        int fetches,
        int unseen,
        int writes,
        int asOwner,
        int unfetched,
        boolean foresees,
        boolean sendsUnasked) {
    /** The pace of production: one coincidence is no habit, and a habit is used while it lasts. */
    public static final Pace USUAL = new Pace(3, 2, 2, 3, 16, 4);

    private static final String FORESEE = "jdsm.foresee";
    private static final String UNASKED = "jdsm.unasked";

    /** A pace with copies that are foreseen or come unasked. */
    public Pace(int handOvers, int fetches, int unseen, int writes, int asOwner, int unfetched) {
        this(handOvers, fetches, unseen, writes, asOwner, unfetched, true, true);
    }

    /**
     * The usual pace, without foreseen copies where the system property {@code jdsm.foresee} is false, and without unasked ones where
     * {@code jdsm.unasked} is: to measure what they bring.
     */
    public static Pace ofJvm() {
        return new Pace(
                USUAL.handOvers,
                USUAL.fetches,
                USUAL.unseen,
                USUAL.writes,
                USUAL.asOwner,
                USUAL.unfetched,
                !"false".equals(System.getProperty(FORESEE)),
                !"false".equals(System.getProperty(UNASKED)));
    }
}
