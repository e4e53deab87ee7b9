/**
 * Checks the accesses of a program under {@code jdsm launch --check}: whether the weaver's checks cover each access,
 * and whether a happens-before race detector finds two accesses without an order. The package uses no thread, socket or
 * clock.
 */
package jdsm.check;
