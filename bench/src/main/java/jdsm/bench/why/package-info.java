/** Measures each mechanism that exists for its speed alone against a run without the mechanism, and writes docs/why.md. */
package jdsm.bench.why;
