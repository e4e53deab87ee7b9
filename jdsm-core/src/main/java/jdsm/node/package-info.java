/** Composes a rank from its parts, runs the program through its phases, and ends the rank. */
package jdsm.node;
