/** The settings of a job: read from the command line, the environment and a file, by the launcher and by ranks. */
package jdsm.config;
