/**
 * The pass that weaves the checks of plain accesses: finds the accesses that need one, moves checks out of loops, and
 * makes the code.
 */
package jdsm.agent.pass.access;
