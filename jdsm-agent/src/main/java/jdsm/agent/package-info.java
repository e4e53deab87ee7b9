/** The Java agent: what {@code -javaagent:jdsm-agent.jar} starts. */
package jdsm.agent;
