/** Turns the settings of a job into a plan of processes, without starting any. */
package jdsm.launcher.plan;
