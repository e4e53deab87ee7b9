/** The cost of sharing for a program that computes: its parts woven in a job, and plain and alone. */
package jdsm.bench.sharing;
