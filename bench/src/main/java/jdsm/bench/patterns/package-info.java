/** Measures programs that are written for threads, on JDSM and on threads, and writes docs/patterns.md. */
package jdsm.bench.patterns;
