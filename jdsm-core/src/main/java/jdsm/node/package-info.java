/** The composition root of a rank: builds its parts, runs the program through its phases, and ends it. */
package jdsm.node;
