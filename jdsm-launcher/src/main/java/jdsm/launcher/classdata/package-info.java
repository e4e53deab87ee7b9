/** Class-data sharing: an archive of JDSM's own classes, parsed and verified, that the ranks' JVMs map when they start. */
package jdsm.launcher.classdata;
