/**
 * Ranks of one host that share memory: a ring for each ordered pair in files that all of them map, and a Unix-domain socket
 * for each pair, by which a rank that sleeps is woken and one that has died is noticed.
 */
package jdsm.comm.shm;
