/** Ranks as threads of one JVM: bytes are handed over from queue to queue. */
package jdsm.comm.inproc;
