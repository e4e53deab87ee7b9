/** Remote memory for a program of one JVM: the host file, memory servers, and the program's process. */
package jdsm.launcher.memory;
