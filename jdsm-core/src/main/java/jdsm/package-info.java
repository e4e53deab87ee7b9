/**
 * The API of JDSM, a software distributed shared memory for Java: every type that a program imports, and no other.
 *
 * <p>A program extends {@link jdsm.SPMD}. Under the agent its fields are shared, and annotations of this package say
 * exceptions. Without the agent it registers its shared objects with a {@link jdsm.SharedObjectPool}.
 * {@link jdsm.Collectives} has calls in which all workers take part.
 */
package jdsm;
