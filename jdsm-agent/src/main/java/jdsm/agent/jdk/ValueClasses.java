package jdsm.agent.jdk;

import java.util.Set;

/** Classes of the JDK whose objects travel as values, and have no identity. */
public final class ValueClasses {
    private static final Set<String> NAMES = Set.of(
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/String",
            "java/math/BigDecimal",
            "java/math/BigInteger");

    private ValueClasses() {}

    /** Whether objects of a class, given by its internal name, travel as values. */
    public static boolean contains(String name) {
        return NAMES.contains(name);
    }
}
