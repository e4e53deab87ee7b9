/** Starts the processes of a plan, relays their output, and ends them together. */
package jdsm.launcher.backend;
