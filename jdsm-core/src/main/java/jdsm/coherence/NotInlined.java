package jdsm.coherence;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class between a failed check and the transport, whose methods the JIT must not inline into their callers.
 *
 * <p>Such methods have many callers, and C2 would compile each caller together with all of them while workers compute.
 * The parts of a check, states, messages and records stay inlined, because most of them are shorter than a call; see
 * decision 021. HotSpot reads no annotation of an application, so {@link #INDEX} names the marked classes for the
 * launcher.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface NotInlined {
    /**
     * The resource that lists the marked classes, one a line. A test of the launcher compares the list with the
     * annotations.
     */
    String INDEX = "/META-INF/jdsm/not-inlined";
}
