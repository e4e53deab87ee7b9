/**
 * The Java agent, which {@code -javaagent:jdsm-agent.jar} starts: reads its options and weaves the application's
 * classes as the JVM loads them.
 */
package jdsm.agent;
