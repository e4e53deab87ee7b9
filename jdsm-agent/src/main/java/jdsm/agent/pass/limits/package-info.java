/** The pass that refuses code whose accesses JDSM cannot keep coherent. */
package jdsm.agent.pass.limits;
