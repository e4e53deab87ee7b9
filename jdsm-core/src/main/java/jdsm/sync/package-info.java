/**
 * Synchronises ranks and workers: barriers, and the blocking of threads until a condition holds or the job has failed.
 */
package jdsm.sync;
