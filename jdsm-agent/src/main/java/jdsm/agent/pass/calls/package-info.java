/** Calls of methods that are not woven, which are given arrays. */
package jdsm.agent.pass.calls;
