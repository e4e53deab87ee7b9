/** The command line: thin classes that read options and hand over. */
package jdsm.launcher.command;
