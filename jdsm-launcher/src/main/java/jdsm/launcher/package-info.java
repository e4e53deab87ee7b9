/** The command {@code jdsm}: where it starts. */
package jdsm.launcher;
