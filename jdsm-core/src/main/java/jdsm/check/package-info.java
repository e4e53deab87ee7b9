/**
 * The check of a program's accesses ({@code jdsm launch --check}): which rights a worker has by its own checks, what it accessed in
 * an interval, and a happens-before race detector. No thread, socket or clock.
 */
package jdsm.check;
