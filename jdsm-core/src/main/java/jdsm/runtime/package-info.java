/**
 * What woven code calls, and nothing else: entry points that the agent writes into classes. Their names and descriptors are a
 * contract between an agent and a runtime of the same version. Nothing here is for programs.
 */
package jdsm.runtime;
