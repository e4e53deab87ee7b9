package jdsm.examples.programs;

/** Is no SPMD class. */
public final class NoProgram {
    private NoProgram() {}
}
