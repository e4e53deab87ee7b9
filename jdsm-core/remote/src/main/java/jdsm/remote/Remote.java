package jdsm.remote;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an array of a sequential program whose elements lie in remote memory: DLM's word {@code dlm}. The agent that {@code
 * jdsm memory} starts changes the type of the marked field, variable, parameter or result; without it the mark means nothing.
 *
 * <pre>
 * static &#64;Remote double[] a = new double[n];
 * static &#64;Remote float[][] rows = new float[n][m];    // a Java array of remote rows
 * </pre>
 *
 * <p>The elements are of a primitive type but boolean. Of an array of arrays the innermost arrays are remote; the mark stands
 * before the element type, or before the last pair of brackets.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE_USE)
public @interface Remote {}
