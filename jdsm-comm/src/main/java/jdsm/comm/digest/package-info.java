/** Digests and authentication codes of bytes; knows nothing of what they are. */
package jdsm.comm.digest;
