/**
 * The order of events around a coherence protocol, the same for a rank of a job and for the simulator: which of the copies, write
 * notices and content that came with a message count first, when a release ends, and what a barrier does.
 */
package jdsm.coherence.driver;
