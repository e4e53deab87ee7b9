/** The runtime's messages: explicit numeric kinds and a layout each, no behaviour. All integers are little-endian. */
package jdsm.message;
