/**
 * Entry points that woven code calls, and the types that these calls pass. The names and descriptors are a contract
 * between an agent and a runtime of the same version; programs do not use them. Of the runtime's other packages it uses
 * {@code jdsm.check} only; others extend its abstract types.
 */
package jdsm.runtime;
