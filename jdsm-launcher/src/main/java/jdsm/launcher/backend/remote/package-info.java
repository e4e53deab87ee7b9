/** Runs ranks on other hosts by helpers there, whatever connects to the hosts. */
package jdsm.launcher.backend.remote;
