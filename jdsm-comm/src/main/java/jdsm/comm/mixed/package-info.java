/** The transport {@code mixed}: ranks of one host share memory, ranks of different hosts are connected by TCP, or by a fabric. */
package jdsm.comm.mixed;
