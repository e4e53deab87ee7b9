/**
 * The pass that tells the runtime when threads other than workers are in woven code: entries of methods that code
 * without checks calls, and calls that wait.
 */
package jdsm.agent.pass.presence;
