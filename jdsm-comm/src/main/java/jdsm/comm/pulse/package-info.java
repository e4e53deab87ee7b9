/**
 * Signs of life between joined ranks: a rank that gives none for too long is lost, even if its connections are still
 * open.
 */
package jdsm.comm.pulse;
