/** The command {@code jdsm}: the entry point of the launcher's JVM. */
package jdsm.launcher;
