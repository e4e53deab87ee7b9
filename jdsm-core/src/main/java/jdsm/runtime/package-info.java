/**
 * The entry points that the agent writes calls of into classes, and the types that these calls pass. Names and
 * descriptors are a contract between an agent and a runtime of the same version. Programs do not use them. The package
 * stands below the rest of the runtime, which extends its abstract types.
 */
package jdsm.runtime;
