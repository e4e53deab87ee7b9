/**
 * Home segments: registered memory outside the Java heap in which a rank keeps copies of units, which other ranks fetch
 * by one-sided gets. The package knows neither protocols nor threads.
 */
package jdsm.memory;
