/** What the specifications of java.util.concurrent promise, as scenarios whose threads belong to several ranks. */
package jdsm.examples.contracts;
