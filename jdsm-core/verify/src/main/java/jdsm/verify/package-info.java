/**
 * The simulator: the production reducers in one thread, under a seeded scheduler that chooses what happens next, with random
 * programs that have no data races, and a memory that says what each of their reads must see.
 */
package jdsm.verify;
