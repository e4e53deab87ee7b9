package jdsm.agent.jdk;

import java.util.Set;

/** What the table asks of classes. Names are internal ({@code java/lang/Object}). */
public interface Hierarchy {
    /** The class itself, then its superclasses, then all interfaces; what cannot be found is left out. */
    Set<String> withSupertypes(String name);

    /** The class that declares a method which an instruction names, or null if that cannot be found out. */
    String declaring(String owner, String name, String descriptor);

    /** Whether {@code name} is {@code other}, or a subclass or an implementation of it; false if that cannot be found out. */
    boolean isSubtype(String name, String other);
}
