package jdsm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says on a field of an {@link SPMD} class that one rank provides the initial content of the registered objects that
 * the field refers to, directly or through arrays. A field that holds a value, such as a number or a string, cannot be marked.
 *
 * <p>Without it, all ranks must give these objects the same content in {@link SPMD#initialize}; different content ends
 * the job with an error. With it, the content of the other ranks is dropped: they get that of the named rank with their
 * first {@code update} or {@code acquire}. The named rank owns the objects at first.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FromRank {
    /** The rank that provides the content, 0 to {@code ranks() - 1}. */
    int value();
}
