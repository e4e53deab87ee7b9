/** The command line: thin classes that read options and call the other packages. */
package jdsm.launcher.command;
