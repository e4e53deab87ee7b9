/** Starts the ranks of a job on other hosts: one connection of {@code ssh} a host, with a helper at its end. */
package jdsm.launcher.backend.ssh;
