/**
 * The wire formats of the runtime's messages: a numeric kind and a layout for each, without behaviour. Integers are
 * little-endian, except in the two kinds whose content {@code jdsm.node} and {@code jdsm.observe} write (REGISTRATION,
 * STATISTICS).
 */
package jdsm.message;
