/** The cache of woven classes: one JVM keeps them in files, and the next JVM of the same program need not weave. */
package jdsm.agent.cache;
