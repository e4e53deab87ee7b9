package jdsm.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Has the class files of a class's lambdas, see {@link Lambdas}. The agent adds it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface LambdaFiles {
    /** The class files in the order of their numbers, a char for each byte. */
    String[] value();
}
