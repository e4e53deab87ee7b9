package jdsm.agent.jdk;

import java.util.Set;
import org.objectweb.asm.Type;

/** Types none of whose objects calls a method of the application. */
public final class Inert {
    private static final Set<String> CLASSES = Set.of(
            "java/lang/StringBuilder",
            "java/lang/Class",
            "java/util/Locale",
            "java/nio/charset/Charset",
            "java/math/MathContext",
            "java/math/RoundingMode");

    private Inert() {}

    /** Whether no parameter can be an object of the application. */
    public static boolean parameters(String descriptor) {
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            Type type = parameter.getSort() == Type.ARRAY ? parameter.getElementType() : parameter;
            boolean inert = type.getSort() != Type.OBJECT
                    || ValueClasses.contains(type.getInternalName())
                    || CLASSES.contains(type.getInternalName());
            if (!inert) {
                return false;
            }
        }
        return true;
    }
}
