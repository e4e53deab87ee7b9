/**
 * Home segments: memory outside of the heap in which a rank keeps copies of units for other ranks, which fetch them by
 * one-sided gets. Knows neither protocols nor threads.
 */
package jdsm.memory;
