/**
 * The interface of coherence protocols. A protocol is a typed reducer over the state of one unit, free of sockets,
 * threads, sleeps and clocks. Each protocol has a package of its own below this one.
 */
package jdsm.coherence;
