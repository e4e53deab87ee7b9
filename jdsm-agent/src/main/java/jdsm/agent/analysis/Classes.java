package jdsm.agent.analysis;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.jdk.Hierarchy;

/**
 * Answers the questions of passes about classes other than the one that they weave. Names are internal
 * ({@code java/lang/Object}). No answer loads a class. Implementations are thread-safe.
 */
public interface Classes extends Hierarchy {
    /**
     * Whether objects of the class may be shared. Such a class is the application's, and neither an interface nor an
     * enum, record or other value. It declares or inherits the field {@link jdsm.runtime.Woven#FIELD}.
     */
    boolean isShareable(String name);

    /** Whether a class is a record whose objects travel as values. */
    default boolean isValueRecord(String name) {
        return "java/lang/Record".equals(superName(name)) && !isShareable(name);
    }

    /** Whether a class or interface is the application's, so that its methods are woven. */
    boolean isApplication(String name);

    /** The treatment of accesses to a field that the class declares or inherits. */
    FieldKind kindOf(String owner, String name, String descriptor);

    /** Whether the elements of the array in a field are volatile; the field itself may be volatile besides. */
    default boolean hasVolatileElements(String owner, String name, String descriptor) {
        return kindOf(owner, name, descriptor) == FieldKind.VOLATILE_ELEMENTS;
    }

    /** Whether the option {@code local} names a field that the class declares. */
    default boolean isNamedLocal(String owner, String field) {
        return false;
    }

    /** Whether the option {@code volatile-elements} names a field that the class declares. */
    default boolean isNamedVolatileElements(String owner, String field) {
        return false;
    }

    /**
     * Whether each rank may have its own value of a static field: the field is final, marked {@code @Local}, or not the
     * application's.
     */
    default boolean isOwnStatic(String owner, String name, String descriptor) {
        return true;
    }

    /**
     * The class that declares a field that each rank has for itself although the program does not mark it: a static
     * field of the application, or an instance field of one of its enums. Null for any other field, for a marked one,
     * and for one that a compiler has added.
     */
    default String declaringOwn(String owner, String name, String descriptor) {
        return null;
    }

    /**
     * Whether the program or an option marks a field as each rank's own: transient, {@code @Local}, or {@code local}.
     */
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

    /** The class that declares a field which an instruction names, or null if no known class does. */
    default String declaringField(String owner, String name, String descriptor) {
        return null;
    }

    /**
     * The classes whose initialisers may run when a class or an interface is initialised (JVMS 5.5): the class itself,
     * its superclasses, and its interfaces with default methods. The set omits classes without an initialiser, and
     * classes of the JDK and of JDSM, whose initialisers do not affect a program.
     */
    default Set<String> initializers(String name) {
        return Set.of();
    }

    /**
     * The classes whose initialisers may run when an unknown class that implements an interface is initialised, such as
     * a lambda's.
     */
    default Set<String> initializersOfImplementation(String name) {
        return Set.of();
    }

    /** Whether accesses to a field are volatile; this includes static fields, whose kind is {@link FieldKind#LOCAL}. */
    default boolean isVolatile(String owner, String name, String descriptor) {
        return kindOf(owner, name, descriptor) == FieldKind.VOLATILE;
    }

    /** The superclass; null for {@code java/lang/Object} and for a class whose file is missing. */
    String superName(String name);

    /** Whether a name denotes an interface; false if its class file is missing. */
    default boolean isInterface(String name) {
        return false;
    }

    /** Whether a call runs the method that a class declares, and no other; false if the answer is unknown. */
    default boolean runsOnly(Call call, String declaring) {
        return !call.virtual();
    }

    /**
     * Whether a call may synchronise, that is pass an acquire, a release or a barrier, directly or in a callee. True if
     * the answer is unknown.
     *
     * @param virtual whether the receiver's class selects the method that runs
     */
    boolean maySynchronize(String owner, String name, String descriptor, boolean virtual);

    /** Whether a call may synchronise: see {@link #maySynchronize(String, String, String, boolean)}. */
    default boolean maySynchronize(Call call) {
        return maySynchronize(call.owner(), call.name(), call.descriptor(), call.virtual());
    }

    /**
     * Explains why a call may synchronise, as a relative clause: {@code which is synchronized}.
     *
     * @return null if the reason is unknown
     */
    default String whySynchronizes(String owner, String name, String descriptor, boolean virtual) {
        return null;
    }

    /**
     * The fields, as {@code name:descriptor}, that a call may store into; {@code []} denotes elements of arrays of
     * references.
     *
     * @return null if the call may synchronise or may store anywhere
     */
    Set<String> stores(String owner, String name, String descriptor, boolean virtual);

    /** The fields that a call may store into: see {@link #stores(String, String, String, boolean)}. */
    default Set<String> stores(Call call) {
        return stores(call.owner(), call.name(), call.descriptor(), call.virtual());
    }

    /** The code of the only method that a call may run, if it is short and does not synchronise; else null. */
    default Body body(Call call) {
        return null;
    }

    /**
     * The methods that a virtual call runs on objects of each class of the class path, where these are few: by the name of the
     * class, a call of the method alone. Empty if the call runs one method only, or if there are many classes.
     *
     * @param from the class with the call, which may name all these classes
     */
    default Map<String, Call> receivers(Call call, String from) {
        return Map.of();
    }

    /**
     * Whether the code of a short method may stand in a class in place of a call: the class may access what the code
     * accesses, and the same initialisers run.
     */
    default boolean allows(Body body, String from) {
        return false;
    }

    /**
     * A class file of the application, with twins in place of classes of the JDK ({@link Twins}), the static fields
     * that the program may change moved to the classes' holders ({@link jdsm.runtime.Woven#HOLDER}), and the accesses
     * to them replaced.
     */
    default byte[] withHolders(byte[] classFile) {
        return classFile;
    }

    /** The class file of the holder of a class's static fields; null if the class has none. */
    default byte[] holderOf(String name) {
        return null;
    }

    /** Why a field that is marked {@link jdsm.Heavy} did not move to a part of its own; null if the mark has no effect. */
    default String whyNotHeavy(String owner, String name, String descriptor) {
        return null;
    }

    /** The treatment of accesses to a field. */
    enum FieldKind {
        /**
         * Needs no check: the field is static, transient, marked {@code @Local}, or of a class whose objects are never
         * shared.
         */
        LOCAL,
        /** Needs a check. */
        SHARED,
        /** Needs the code of a volatile access. */
        VOLATILE,
        /** Needs a check for the array reference; accesses to the array's elements are volatile. */
        VOLATILE_ELEMENTS
    }
}
