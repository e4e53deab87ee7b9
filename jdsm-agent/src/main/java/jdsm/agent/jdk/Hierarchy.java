package jdsm.agent.jdk;

import java.util.Set;

/** The class hierarchy, as far as lookups in the table need it. Names are internal ({@code java/lang/Object}). */
public interface Hierarchy {
    /** The class itself, then its superclasses, then all interfaces; without those whose class files are missing. */
    Set<String> withSupertypes(String name);

    /** The class that declares a method which an instruction names, or null if no known class does. */
    String declaring(String owner, String name, String descriptor);

    /**
     * Whether {@code name} is {@code other}, or a subclass or an implementation of it; false if class files are
     * missing.
     */
    boolean isSubtype(String name, String other);
}
