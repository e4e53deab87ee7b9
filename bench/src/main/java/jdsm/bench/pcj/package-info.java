/**
 * PCJ programs with the same work, for comparison (Nowicki, Gorski, Bala: PCJ, a Java library for parallel computing;
 * pcj.icm.edu.pl).
 */
package jdsm.bench.pcj;
