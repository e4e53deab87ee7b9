/** Calls at the heads of resumable loops, where checkpoints are taken. */
package jdsm.agent.pass.heads;
