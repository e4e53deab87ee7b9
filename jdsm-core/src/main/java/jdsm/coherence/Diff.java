package jdsm.coherence;

/** What changed in a unit against its twin. Protocols pass it on and look no further. Immutable. */
public interface Diff {}
