package jdsm.runtime;

/** Marks the classes that the agent makes for the heavy fields of objects, see {@link jdsm.Heavy}. */
public interface HeavyPart {}
