/** The end of shared objects: finds those that no rank of the job reaches any more. */
package jdsm.lifetime;
