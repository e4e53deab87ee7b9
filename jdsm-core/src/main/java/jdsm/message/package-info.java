/**
 * The messages of the runtime: a numeric kind and a layout each, no behaviour. Integers are little-endian, except in
 * the two kinds whose content {@code jdsm.node} and {@code jdsm.observe} write (REGISTRATION, STATISTICS).
 */
package jdsm.message;
