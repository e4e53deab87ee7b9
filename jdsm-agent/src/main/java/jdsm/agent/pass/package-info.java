/**
 * The common parts of the weaver's passes; each pass has a package of its own. A pass changes the tree of one class and
 * knows other classes through {@link jdsm.agent.analysis.Classes} alone.
 */
package jdsm.agent.pass;
