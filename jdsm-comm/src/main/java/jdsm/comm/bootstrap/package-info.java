/**
 * Tells a rank its place in the job and connects the ranks: environment variables, the rendezvous, and the
 * authenticated handshake.
 */
package jdsm.comm.bootstrap;
