/** The transport {@code inproc}: all ranks live in one JVM, which hands bytes from queue to queue. */
package jdsm.comm.inproc;
