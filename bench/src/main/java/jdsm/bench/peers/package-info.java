/** JDSM beside plain threads, PCJ and MPI on the same work: what runs them in turn, and what it makes of their figures. */
package jdsm.bench.peers;
