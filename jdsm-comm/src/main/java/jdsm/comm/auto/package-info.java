/** The choice of a transport by where the ranks of a job are. */
package jdsm.comm.auto;
