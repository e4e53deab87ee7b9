/** Looks at a machine as a job would, and says what works and what does not. */
package jdsm.launcher.doctor;
