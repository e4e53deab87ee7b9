/**
 * The interface that a transport implements ({@link jdsm.comm.spi.CommProvider}, {@link jdsm.comm.spi.AbstractComm}),
 * and the parts that all transports share: mailbox, credit, counters, failures, registered memory.
 */
package jdsm.comm.spi;
