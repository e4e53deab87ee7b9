package jdsm.check;

/**
 * Two accesses to one field or element without an order, of which at least one is a write.
 *
 * @param unit the first unit of the object
 * @param element the field's number, or the element's index
 * @param first the access that the detector saw first
 * @param second the other access
 */
record Race(int unit, int element, Access first, Access second) {
    /**
     * One of the two accesses.
     *
     * @param actor the number of the worker, or of a rank's other threads
     * @param write whether it is a write
     * @param site the number of its site
     */
    record Access(int actor, boolean write, int site) {}
}
