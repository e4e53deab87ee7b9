/**
 * The helper of the launcher on another host: starts and ends ranks there, and passes on their output. Its standard
 * input and output are the connection to the launcher.
 */
package jdsm.launcher.host;
