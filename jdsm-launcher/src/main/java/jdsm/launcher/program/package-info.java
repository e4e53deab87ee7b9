/** Finds the class that a job runs. */
package jdsm.launcher.program;
