/** A memory server: memory of this process for programs of other processes. */
package jdsm.remote.server;
