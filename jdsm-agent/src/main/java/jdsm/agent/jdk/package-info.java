/**
 * The table of the JDK: the effects of its methods on their arguments, and whether they synchronise or call the
 * application.
 */
package jdsm.agent.jdk;
