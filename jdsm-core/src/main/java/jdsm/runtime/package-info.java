/**
 * Entry points that woven code calls, and the types that these calls pass. The names and descriptors are a contract
 * between an agent and a runtime of the same version; programs do not use them. No other package of the runtime is used
 * here: the other packages extend the abstract types of this one.
 */
package jdsm.runtime;
