package jdsm.coherence;

/** The elements of a unit that differ from its twin. Opaque to protocols, which only pass it on. Immutable. */
public interface Diff {
    /** Whether the elements are more than half of the unit, as the rank knows that made the diff; false at other ranks. */
    default boolean isOfMost() {
        return false;
    }

    /** The length in a message, in bytes. */
    default int bytes() {
        return 0;
    }
}
