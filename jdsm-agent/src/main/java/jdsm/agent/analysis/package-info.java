/**
 * Analyses of classes and methods: which fields are shared, where code synchronises, loops and their ranges. They read
 * class files and change nothing.
 */
package jdsm.agent.analysis;
