/** Ranks of several hosts: those of one host share memory, those of different hosts are connected by TCP. */
package jdsm.comm.mixed;
