/**
 * JDSM, a software distributed shared memory for Java: what programs see. A program extends {@link jdsm.SPMD}; its shared
 * objects are kept coherent by a {@link jdsm.SharedObjectPool}.
 */
package jdsm;
