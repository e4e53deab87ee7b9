package jdsm.agent.analysis;

import java.util.Set;
import org.objectweb.asm.Type;

/** Methods outside the application that are known to pass no synchronisation, and to call nothing that might. */
final class PureCalls {
    /** All methods whose parameters cannot call back; and so those of {@link ValueClasses}. */
    private static final Set<String> PURE_CLASSES = Set.of(
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/StringBuilder",
            "java/util/Arrays",
            "java/util/Objects",
            "jdsm/runtime/ArrayCalls");

    /** Beside {@link ValueClasses}: no object of theirs calls the application. */
    private static final Set<String> INERT = Set.of(
            "java/lang/StringBuilder",
            "java/lang/Class",
            "java/util/Locale",
            "java/nio/charset/Charset",
            "java/math/MathContext",
            "java/math/RoundingMode");

    /** Takes an Object, and does nothing with it that would matter. */
    private static final Set<String> PURE_METHODS = Set.of(
            "java/lang/Object <init>",
            "java/lang/Object getClass",
            "java/lang/Record <init>",
            "java/lang/Number <init>",
            "java/lang/System arraycopy",
            "java/lang/System identityHashCode",
            "java/lang/System nanoTime",
            "java/lang/System currentTimeMillis",
            "java/lang/Class getName",
            "java/lang/Class desiredAssertionStatus",
            "java/lang/Class isInstance",
            "java/lang/Class cast",
            "java/lang/Enum ordinal",
            "java/lang/Enum name",
            "java/lang/Enum <init>",
            "java/lang/Thread onSpinWait",
            "java/lang/String equals",
            "java/util/Arrays asList",
            "java/util/Arrays copyOf",
            "java/util/Arrays copyOfRange",
            "java/util/Arrays fill",
            "java/util/Objects isNull",
            "java/util/Objects nonNull",
            "java/lang/invoke/VarHandle storeStoreFence",
            "jdsm/SPMD args",
            "jdsm/SPMD rank",
            "jdsm/SPMD ranks",
            "jdsm/SPMD worker",
            "jdsm/SPMD workers",
            "jdsm/SPMD barrierSeconds",
            "jdsm/SPMD section",
            "jdsm/SPMD setting",
            "jdsm/runtime/ArrayCalls arraycopy",
            "jdsm/runtime/ArrayCalls passed",
            "jdsm/runtime/ArrayCalls read",
            "jdsm/runtime/ArrayCalls viewed",
            "jdsm/runtime/Clones cloned",
            "jdsm/runtime/Clones cloning",
            "jdsm/runtime/Woven $jdsm");

    private static final Set<String> CHECKED_NOT_NULL = Set.of(
            "(Ljava/lang/Object;)Ljava/lang/Object;", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;");

    private static final String CHECKS = "jdsm/runtime/Checks";
    private static final String THROWABLE = "java/lang/Throwable";

    private final Classes classes;

    PureCalls(Classes classes) {
        this.classes = classes;
    }

    /** Whether a method that a class outside the application declares is known to be pure. */
    boolean isPure(String owner, String name, String descriptor) {
        if (owner.equals(CHECKS) || PURE_METHODS.contains(owner + ' ' + name)) {
            return true;
        }
        if (owner.equals("java/util/Objects")
                && name.equals("requireNonNull")
                && CHECKED_NOT_NULL.contains(descriptor)) {
            return true;
        }
        if (ValueClasses.contains(owner) || PURE_CLASSES.contains(owner)) {
            return isInert(descriptor) && !name.startsWith("parallel") && !name.startsWith("setAll");
        }
        return name.equals("<init>") && isException(owner) && isMessage(descriptor);
    }

    private boolean isException(String owner) {
        return owner.startsWith("java/") && classes.isSubtype(owner, THROWABLE);
    }

    /** Not a cause alone: its toString would become the message. */
    private static boolean isMessage(String descriptor) {
        return isInert(descriptor) || descriptor.equals("(Ljava/lang/String;Ljava/lang/Throwable;)V");
    }

    /** Whether no parameter can be an object of the application. */
    static boolean isInert(String descriptor) {
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            Type type = parameter.getSort() == Type.ARRAY ? parameter.getElementType() : parameter;
            if (type.getSort() == Type.OBJECT && !isFinalValue(type.getInternalName())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFinalValue(String name) {
        return ValueClasses.contains(name) || INERT.contains(name);
    }
}
