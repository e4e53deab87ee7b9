package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import jdsm.agent.jdk.ValueClasses;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which records are values: those whose components are values by their declared types. A value travels as a whole, with
 * what refers to it. Every other record is an object like those of other classes of the application; so is one that may
 * contain another of its own type, for chains and trees of such records are as long, and share as many parts, as a program makes them.
 */
final class ValueRecords {
    static final String RECORD = "java/lang/Record";

    /** Types of values besides {@link ValueClasses}. */
    private static final Set<String> MORE_VALUES = Set.of(
            "java/io/File",
            "java/lang/Class",
            "java/lang/Number",
            "java/nio/file/Path",
            "java/nio/charset/Charset",
            "java/util/logging/Logger",
            "java/util/logging/Level",
            "java/util/regex/Pattern",
            "java/io/PrintStream");

    private ValueRecords() {}

    /** Whether a class of the JDK is that of values, whatever they contain. */
    static boolean isValueClass(String name) {
        return ValueClasses.contains(name) || MORE_VALUES.contains(name);
    }

    /** @param record the internal name of a record of the application */
    static boolean isValue(String record, ApplicationClasses classes) {
        return isValue(classes.find(record), classes, new HashMap<>());
    }

    /**
     * Whether a record is a value.
     *
     * @param known what is known of others; of those that contain this one, that they are none: if this one contains them, too, that is so
     */
    private static boolean isValue(ClassFacts record, ApplicationClasses classes, Map<String, Boolean> known) {
        Boolean before = known.putIfAbsent(record.name(), false);
        if (before != null) {
            return before;
        }
        boolean isValue = record.fields().values().stream()
                .filter(field -> !field.is(Opcodes.ACC_STATIC))
                .allMatch(field -> isValue(Type.getType(field.descriptor()), classes, known));
        known.put(record.name(), isValue);
        return isValue;
    }

    private static boolean isValue(Type component, ApplicationClasses classes, Map<String, Boolean> known) {
        if (component.getSort() != Type.OBJECT) {
            return component.getSort() != Type.ARRAY;
        }
        String name = component.getInternalName();
        if (isValueClass(name)) {
            return true;
        }
        ClassFacts type = classes.find(name);
        return type != null
                && (type.is(Opcodes.ACC_ENUM) || RECORD.equals(type.superName()) && isValue(type, classes, known));
    }
}
