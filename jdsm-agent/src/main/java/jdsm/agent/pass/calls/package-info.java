/**
 * The passes for calls of methods that are not woven, such as the JDK's: they protect shared arrays and objects that
 * the calls use.
 */
package jdsm.agent.pass.calls;
