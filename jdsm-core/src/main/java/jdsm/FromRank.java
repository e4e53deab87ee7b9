package jdsm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a field of an {@link SPMD} class: the registered objects that it refers to, itself or through arrays, start with the
 * content that one rank gave them in {@code initialize}, whatever the others have. Without it, ranks whose content differs
 * are an error. The other ranks get the content with their first {@code update} or {@code acquire}; that rank owns it at
 * first.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FromRank {
    /** The rank whose content is taken. */
    int value();
}
