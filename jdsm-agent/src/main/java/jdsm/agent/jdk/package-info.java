/** What is known of the JDK: a table of what its methods do with what they are given, and what looks things up in it. */
package jdsm.agent.jdk;
