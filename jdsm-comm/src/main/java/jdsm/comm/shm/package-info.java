/**
 * The transport {@code shm}: ranks of one host share memory. Each ordered pair of ranks has a ring in a file that both
 * map. Each pair has a Unix-domain socket, which wakes a sleeping rank and reveals the death of a rank.
 */
package jdsm.comm.shm;
