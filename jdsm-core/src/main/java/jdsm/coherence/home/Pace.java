package jdsm.coherence.home;

/**
 * How often something must be seen before a unit's use counts as settled.
 *
 * @param handOvers from a rank that reads and writes to the next that does, in a row, before ownership follows readers
 * @param fetches of successive versions by one rank before it gets the next one unasked, and by one to which copies came with
 *     locks before it may ask for ownership again; and distances alike between fetches before the next is foreseen, by owner or reader; 1 or 2
 * @param unseen changes in a row that came unasked and that nobody looked at, before no more are wanted
 * @param writes of one rank, with nobody else's in between, before it becomes the owner
 * @param unfetched versions in a row that nobody has fetched, before no more are exported: a copy of one is cheaper than
 *     to be asked for one while workers compute, but its unit must be published at each release
 */
public record Pace(int handOvers, int fetches, int unseen, int writes, int unfetched) {
    /** One coincidence is no habit, and a habit should not have to last for long. */
    public static final Pace USUAL = new Pace(3, 2, 2, 3, 4);
}
