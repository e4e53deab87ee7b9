/**
 * The transport {@code tcp}: one TCP connection for each pair of ranks, driven by Netty on one event loop per rank. No
 * Netty type leaves this package.
 */
package jdsm.comm.tcp;
