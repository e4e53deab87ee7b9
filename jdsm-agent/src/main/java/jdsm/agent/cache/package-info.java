/** Woven classes that are kept from one JVM to the next. */
package jdsm.agent.cache;
