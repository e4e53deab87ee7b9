/** Runs the benchmarks and writes their figures, as JSON and as a table. */
package jdsm.bench;
