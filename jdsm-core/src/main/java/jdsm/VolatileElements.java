package jdsm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the elements of an array volatile, where they are accessed through the marked field. In Java no array element
 * is volatile; a woven program that waits for a flag in a shared array needs this annotation on the array's field.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface VolatileElements {}
