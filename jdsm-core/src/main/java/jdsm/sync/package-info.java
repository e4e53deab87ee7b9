/** Synchronisation of ranks and workers: barriers, and the waits of threads. */
package jdsm.sync;
