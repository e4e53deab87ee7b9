/** Chooses the transport of a job by the hosts of its ranks. */
package jdsm.comm.auto;
