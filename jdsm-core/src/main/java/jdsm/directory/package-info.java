/** The shared objects of a rank: their keys and their units. */
package jdsm.directory;
