/** Synchronisation among ranks and workers: barriers, and how a thread waits. */
package jdsm.sync;
