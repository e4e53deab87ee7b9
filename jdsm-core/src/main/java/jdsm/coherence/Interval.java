package jdsm.coherence;

/**
 * What one rank wrote between two of its publications, as far as others must hear of it.
 *
 * @param rank who wrote
 * @param number counts the rank's intervals, from 1
 */
public record Interval(int rank, int number, UnitRanges notices) {}
