/** The runtime's messages: explicit numeric kinds and a layout each, no behaviour. Integers are little-endian, but
 * for the two kinds whose content {@code jdsm.node} and {@code jdsm.observe} write (REGISTRATION, STATISTICS). */
package jdsm.message;
