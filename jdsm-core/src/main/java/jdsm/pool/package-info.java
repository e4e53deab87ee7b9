/** The shared-object pool of a rank: connects a coherence protocol with the rank's workers and its Comm. */
package jdsm.pool;
