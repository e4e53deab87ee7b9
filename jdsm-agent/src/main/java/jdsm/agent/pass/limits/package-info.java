/** What programs do that the agent does not know, and refuses. */
package jdsm.agent.pass.limits;
