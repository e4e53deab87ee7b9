/** The pass that weaves accesses to volatile fields and volatile elements. */
package jdsm.agent.pass.volatiles;
