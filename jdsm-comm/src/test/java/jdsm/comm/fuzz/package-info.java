/** A mutational fuzzer for the tests of all that decodes bytes of a peer. */
package jdsm.comm.fuzz;
