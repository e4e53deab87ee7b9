/**
 * The pass that puts the code of short methods in place of calls, so that the checks of this code become checks of the
 * caller.
 */
package jdsm.agent.pass.inline;
