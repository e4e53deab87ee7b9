/**
 * Drives a coherence protocol: puts its events in their order, for a rank of a job and for the simulator alike. The
 * driver decides in which order the copies, write notices and content of one message take effect, when a release ends,
 * and what a barrier does.
 */
package jdsm.coherence.driver;
