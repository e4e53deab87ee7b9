/**
 * Moves bytes between the ranks of a job, without knowledge of objects. Users call {@link jdsm.comm.Comm} and
 * {@link jdsm.comm.RemoteMemory}. Each transport has a package of its own; {@link jdsm.comm.spi.CommProvider} finds
 * them.
 */
package jdsm.comm;
