/** A check whether the runtime's memory grows with the length of a program; for manual use. */
package jdsm.bench.growth;
