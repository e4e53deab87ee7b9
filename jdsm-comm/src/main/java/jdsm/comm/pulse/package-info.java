/**
 * Signs of life between ranks that have joined: whoever gives none for too long is lost, whatever its connections look like.
 */
package jdsm.comm.pulse;
