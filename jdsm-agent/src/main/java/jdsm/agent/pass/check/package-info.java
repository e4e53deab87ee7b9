/**
 * The pass behind {@code --check}: reports each access to the runtime's audit. To be independent of the access pass,
 * which the audit tests, it shares no code with that pass and takes objects and indices from the stack.
 */
package jdsm.agent.pass.check;
