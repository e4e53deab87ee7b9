package jdsm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * In a woven program, which protocol keeps objects coherent in place of the job's. On a class: its objects. On a field: the
 * array that it refers to, and the arrays within that; where several fields lead to one array, the first counts, a
 * superclass's before a subclass's, by name within a class.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Consistency {
    /** Any but {@link Protocol#STRICT}, which has an access form of its own. */
    Protocol value();
}
