/** Programs for JDSM, one idea a class. */
package jdsm.examples;
