/** What a transport implements to be found, and the parts that transports share. */
package jdsm.comm.spi;
