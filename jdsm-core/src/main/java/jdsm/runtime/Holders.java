package jdsm.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the classes that an SPMD class reaches and whose static fields are shared, which the ranks initialise before
 * their workers start. The agent adds it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Holders {
    /** The names of the classes, sorted, as {@link Class#forName(String)} takes them. */
    String[] value();
}
