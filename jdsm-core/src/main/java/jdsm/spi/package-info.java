/**
 * The border between {@link jdsm.SPMD}, which programs extend, and the runtime that runs a program. The runtime
 * implements the types here; programs do not use them.
 */
package jdsm.spi;
