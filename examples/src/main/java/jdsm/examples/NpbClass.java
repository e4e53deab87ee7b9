package jdsm.examples;

/** The sizes of the NAS Parallel Benchmarks that these programs know: sample, workstation, and the smallest large one. */
enum NpbClass {
    S,
    W,
    A
}
