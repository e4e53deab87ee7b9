/**
 * Ranks as processes connected by TCP, one connection a pair, driven by Netty on one event loop a rank. No Netty type
 * leaves this package.
 */
package jdsm.comm.tcp;
