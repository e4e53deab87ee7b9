/**
 * The simulator of the coherence protocols. It runs the product's driver and reducers of all ranks in one thread; a
 * seeded scheduler chooses each step. The programs are random and free of data races, and a reference memory checks the
 * value of each read.
 */
package jdsm.verify;
