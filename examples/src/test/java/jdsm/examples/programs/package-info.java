/** Programs that the tests run as jobs of their own: most of them wrong in one way or another. */
package jdsm.examples.programs;
