/** What the weaver knows of classes and methods: pure, bytes in, facts out. */
package jdsm.agent.analysis;
