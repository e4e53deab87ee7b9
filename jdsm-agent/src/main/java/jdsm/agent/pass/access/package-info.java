/** The checks of plain accesses: where they are needed, where they can stand before loops, and their code. */
package jdsm.agent.pass.access;
