/** JDSM beside plain threads, PCJ and MPI on the same work: runs them in turn, and evaluates their figures. */
package jdsm.bench.peers;
