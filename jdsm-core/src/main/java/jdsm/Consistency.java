package jdsm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Chooses a coherence protocol for some objects of a woven program, in place of the job's protocol.
 *
 * <p>On a class, it applies to the instances of that class. On a field, it applies to the array that the field refers
 * to, and to the arrays in that array. Where several fields lead to one array, the first field counts: fields of a
 * superclass come before those of a subclass, and fields of one class are ordered by name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Consistency {
    /** The protocol; not {@link Protocol#STRICT}, which works with accesses through the pool only. */
    Protocol value();
}
