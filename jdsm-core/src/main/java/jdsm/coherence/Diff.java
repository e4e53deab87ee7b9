package jdsm.coherence;

/** The elements of a unit that differ from its twin. Opaque to protocols, which only pass it on. Immutable. */
public interface Diff {}
