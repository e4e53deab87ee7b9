/** The passes that count a program's accesses to fields, for {@code jdsm profile}. */
package jdsm.agent.pass.profile;
