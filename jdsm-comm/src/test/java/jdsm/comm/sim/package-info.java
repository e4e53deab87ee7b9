/**
 * Transports that are simulated: everything happens in the calling thread, in steps that a seed chooses, so that a test may
 * try many orders and repeat the one that failed.
 */
package jdsm.comm.sim;
