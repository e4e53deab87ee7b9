package jdsm.check;

/**
 * Two accesses to one field or element that nothing orders, at least one of them a write.
 *
 * @param unit the first unit of the object
 * @param element the field's number, or the element's index
 */
record Race(int unit, int element, Access first, Access second) {
    /**
     * One of them.
     *
     * @param actor the worker's number, or that of a rank's other threads
     * @param site the number of its site
     */
    record Access(int actor, boolean write, int site) {}
}
