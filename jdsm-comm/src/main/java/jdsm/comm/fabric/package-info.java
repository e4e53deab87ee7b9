/** What connects ranks of different hosts in place of sockets, for transports that share memory within a host. */
package jdsm.comm.fabric;
