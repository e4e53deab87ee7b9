/** Accesses to volatile fields and volatile elements. */
package jdsm.agent.pass.volatiles;
