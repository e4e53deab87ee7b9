package jdsm.coherence;

/**
 * The write notices of one rank between two successive publications.
 *
 * @param rank the rank that wrote
 * @param number the interval's number at that rank, from 1
 * @param notices the units that were written, with their versions
 */
public record Interval(int rank, int number, UnitRanges notices) {}
