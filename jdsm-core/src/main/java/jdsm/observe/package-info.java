/** What a rank counts, and the job's statistics. */
package jdsm.observe;
