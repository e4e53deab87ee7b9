package jdsm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Moves a field out of the unit that an object's other fields form, so that writes to it do not make other ranks' copies
 * of these fields stale. For fields that are written often, in objects whose other fields are mostly read: a counter in
 * the node of a tree. All heavy fields of a class form a unit together. The class must not be serializable or cloneable.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Heavy {}
