package jdsm.profile;

/**
 * What accesses to the objects of a class cost, on all ranks.
 *
 * @param fetches requests for content, because a rank had no valid copy
 * @param invalidations valid copies that became invalid because another rank wrote
 * @param ownershipMoves exclusive rights that came from another rank
 * @param lockMoves locks that came from another rank
 */
record ClassEvents(long fetches, long invalidations, long ownershipMoves, long lockMoves) {
    static final ClassEvents NONE = new ClassEvents(0, 0, 0, 0);

    ClassEvents plus(ClassEvents other) {
        return new ClassEvents(
                Math.addExact(fetches, other.fetches),
                Math.addExact(invalidations, other.invalidations),
                Math.addExact(ownershipMoves, other.ownershipMoves),
                Math.addExact(lockMoves, other.lockMoves));
    }
}
