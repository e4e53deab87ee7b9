/**
 * Moves bytes between the ranks of a job and knows no object: the {@link jdsm.comm.Comm} interface and what its users
 * see. Transports live in packages of their own and are found through {@link jdsm.comm.spi.CommProvider}.
 */
package jdsm.comm;
