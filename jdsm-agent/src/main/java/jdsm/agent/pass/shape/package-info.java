/** The field and the methods that make a class's objects shareable. */
package jdsm.agent.pass.shape;
