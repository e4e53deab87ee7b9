/** The settings of a job. The launcher and the ranks read them from the command line, the environment and a file. */
package jdsm.config;
