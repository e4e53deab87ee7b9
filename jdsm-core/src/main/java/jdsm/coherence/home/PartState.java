package jdsm.coherence.home;

/** A state of one part of a {@link HomeState}: one constant of the enum that specifies the part. */
interface PartState {
    String name();

    /** The conditions that hold in the state, in one sentence. */
    String meaning();
}
