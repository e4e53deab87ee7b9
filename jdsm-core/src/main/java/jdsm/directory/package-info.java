/** Which objects are shared, under which keys, and the units that they consist of. */
package jdsm.directory;
