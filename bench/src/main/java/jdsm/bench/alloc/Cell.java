package jdsm.bench.alloc;

/** Which runs a figure is of. */
record Cell(String program, Candidate candidate, int parameter) {}
