/** The directory of a rank: its shared objects, their layout in units, and the ids of units and locks. */
package jdsm.directory;
