/**
 * Entry points that woven code calls, and the types that these calls pass. The names and descriptors are a contract
 * between an agent and a runtime of the same version; programs do not use them. The package is below the other packages
 * of the runtime, which extend its abstract types.
 */
package jdsm.runtime;
