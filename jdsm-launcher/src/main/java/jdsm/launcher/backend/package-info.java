/** Starts the processes of a plan, relays what they write, and ends them together. */
package jdsm.launcher.backend;
