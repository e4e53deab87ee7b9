package jdsm.agent.jdk;

import java.util.Set;
import org.objectweb.asm.Type;

/** Types whose objects never call a method of the application: values and a few final classes of the JDK. */
public final class Inert {
    private static final Set<String> CLASSES =
            Set.of("java/lang/StringBuilder", "java/lang/Class", "java/nio/charset/Charset", "java/math/RoundingMode");

    private Inert() {}

    /** Whether all parameters of a method are of such types, or arrays of them. */
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
