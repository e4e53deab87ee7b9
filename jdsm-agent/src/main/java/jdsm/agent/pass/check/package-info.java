/** The check of a program: tells the runtime of each access. Looks at the stack only, and shares nothing with the pass it audits. */
package jdsm.agent.pass.check;
