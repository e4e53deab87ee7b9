/** Tests on several ranks: a test method that all workers of a small job run. */
package jdsm.junit;
