package jdsm.agent.analysis;

import java.util.LinkedHashSet;
import java.util.Set;
import jdsm.agent.jdk.Hierarchy;

/**
 * What passes ask about classes other than the one in hand. Names are internal ({@code java/lang/Object}). No class is loaded
 * for an answer. Implementations may be used by several threads.
 */
public interface Classes extends Hierarchy {
    /**
     * Whether objects of the class may be shared: an application's class, no interface, no enum, no record, nothing that is a
     * value. Such classes have the field {@link jdsm.runtime.Woven#FIELD}, declared or inherited.
     */
    boolean isShareable(String name);

    /** Whether methods of the class are woven: an application's class or interface. */
    boolean isApplication(String name);

    /** How accesses to a field, declared in the class or above it, are treated. */
    FieldKind kindOf(String owner, String name, String descriptor);

    /** Whether the elements of the array in a field are volatile; the field itself may be volatile besides. */
    default boolean hasVolatileElements(String owner, String name, String descriptor) {
        return kindOf(owner, name, descriptor) == FieldKind.VOLATILE_ELEMENTS;
    }

    /** Whether an option says of a field, which the class declares, that each rank has its own. */
    default boolean isNamedLocal(String owner, String field) {
        return false;
    }

    /** Whether an option says so of the volatile elements of the array in a field, which the class declares. */
    default boolean isNamedVolatileElements(String owner, String field) {
        return false;
    }

    /** Whether each rank may have its own value of a static field: it is final, or marked {@code @Local}, or no program's. */
    default boolean isOwnStatic(String owner, String name, String descriptor) {
        return true;
    }

    /**
     * The class that declares a field of which each rank has its own, though nobody says so: a static field of the
     * application, or one of its enums'. Null if it is none, or is marked, or made by a compiler.
     */
    default String declaringOwn(String owner, String name, String descriptor) {
        return null;
    }

    /** Whether a field is said to be each rank's own: transient, {@code @Local}, or by an option. */
    default boolean isMarkedLocal(String owner, String name, String descriptor) {
        return false;
    }

    @Override
    default Set<String> withSupertypes(String name) {
        Set<String> all = new LinkedHashSet<>();
        for (String type = name; type != null && all.add(type); type = superName(type)) {}
        return all;
    }

    @Override
    default String declaring(String owner, String name, String descriptor) {
        return null;
    }

    /** The class that declares a field which an instruction names, or null if that cannot be found out. */
    default String declaringField(String owner, String name, String descriptor) {
        return null;
    }

    /**
     * The classes whose initialisers may run where a class or an interface is initialised, itself among them (JVMS 5.5): a
     * class's superclasses, and those of its interfaces that have default methods. Left out are classes without an initialiser,
     * and those of the JDK and of JDSM, whose initialisers do nothing that matters to a program.
     */
    default Set<String> initializers(String name) {
        return Set.of();
    }

    /** The same for a class that implements an interface, and of which nothing else is known: a lambda's. */
    default Set<String> initializersOfImplementation(String name) {
        return Set.of();
    }

    /** Whether accesses to a field are volatile ones, also of a static field, which is {@link FieldKind#LOCAL} all the same. */
    default boolean isVolatile(String owner, String name, String descriptor) {
        return kindOf(owner, name, descriptor) == FieldKind.VOLATILE;
    }

    /** The superclass, or null for {@code java/lang/Object} and what cannot be found. */
    String superName(String name);

    /** Whether it is an interface; false if that cannot be found out. */
    default boolean isInterface(String name) {
        return false;
    }

    /**
     * Whether a call may synchronise: pass an acquire, a release or a barrier, directly or in a callee. True wherever the
     * answer is not known.
     *
     * @param virtual whether the receiver's class decides which method runs
     */
    boolean maySynchronize(String owner, String name, String descriptor, boolean virtual);

    /** The same of a call. */
    default boolean maySynchronize(Call call) {
        return maySynchronize(call.owner(), call.name(), call.descriptor(), call.virtual());
    }

    /**
     * Why a call may synchronise that may do so, as a relative clause, for people.
     *
     * @return null if that is not known
     */
    default String whySynchronizes(String owner, String name, String descriptor, boolean virtual) {
        return null;
    }

    /**
     * Where a call that cannot synchronise may store: fields, as {@code name:descriptor}, and {@code []} for elements of arrays
     * of references.
     *
     * @return null: anywhere
     */
    Set<String> stores(String owner, String name, String descriptor, boolean virtual);

    /** The same of a call. */
    default Set<String> stores(Call call) {
        return stores(call.owner(), call.name(), call.descriptor(), call.virtual());
    }

    /** What an access to a field needs. */
    enum FieldKind {
        /** Nothing: it is static, marked {@code @Local}, transient, or of a class whose objects are never shared. */
        LOCAL,
        /** A check. */
        SHARED,
        /** To be a volatile access. */
        VOLATILE,
        /** A check for the array reference; the elements of the array are volatile. */
        VOLATILE_ELEMENTS
    }
}
