/** The processes of {@code jdsm memory}: a program with remote memory, and a memory server. */
package jdsm.remote.run;
