/** The counters of a rank and the statistics of a job. */
package jdsm.observe;
