/**
 * Class-data sharing: an archive of JDSM's own classes, parsed and verified, which the ranks' JVMs map at their start.
 */
package jdsm.launcher.classdata;
