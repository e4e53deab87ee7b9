package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.List;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;

/** Decides which fields of a class are heavy: those that are marked, or named by an option, if the class can be split. */
final class HeavyFields {
    private static final String SPMD = "jdsm/SPMD";
    private static final List<String> COPIED = List.of("java/io/Serializable", "java/lang/Cloneable");

    private HeavyFields() {}

    /** The fields of a class that are to move, by name; none if the class cannot be split. */
    static List<ClassFacts.Field> wanted(ClassFacts owner, ApplicationClasses plain) {
        Scope scope = plain.scope();
        boolean any = scope.splitsAll() || owner.fields().values().stream().anyMatch(field -> isMarked(field, scope));
        if (!any || whyWhole(owner.name(), plain) != null) {
            return List.of();
        }
        List<ClassFacts.Field> able = owner.fields().values().stream()
                .filter(field -> mayMove(field, plain))
                .sorted(ClassFacts.Field.BY_NAME)
                .toList();
        return scope.splitsAll()
                ? able.stream().anyMatch(ClassFacts.Field::annotated) ? List.of() : everyOther(able)
                : able.stream().filter(field -> isMarked(field, scope)).toList();
    }

    /** Of fields that all may move: the first, the third, and so on. */
    private static List<ClassFacts.Field> everyOther(List<ClassFacts.Field> fields) {
        List<ClassFacts.Field> some = new ArrayList<>();
        for (int i = 0; i < fields.size(); i += 2) {
            some.add(fields.get(i));
        }
        return some;
    }

    private static boolean isMarked(ClassFacts.Field field, Scope scope) {
        return field.heavy() || scope.isHeavy(field.owner(), field.name());
    }

    /** Volatile fields are a unit of their own already, and other ranks do not see fields that each rank has for itself. */
    private static boolean mayMove(ClassFacts.Field field, ApplicationClasses plain) {
        return !field.is(Opcodes.ACC_STATIC | Opcodes.ACC_VOLATILE | Opcodes.ACC_SYNTHETIC)
                && !plain.isMarkedLocal(field.owner(), field.name(), field.descriptor());
    }

    /** Null if objects of a class can have heavy parts; else the reason against it, as a predicate. */
    static String whyWhole(String name, ApplicationClasses plain) {
        if (!plain.isShareable(name)) {
            return plain.whyNotShareable(name);
        } else if (Twins.isTwin(name) || Woven.isLambda(name)) {
            return "is JDSM's own";
        } else if (plain.isSubtype(name, SPMD)) {
            return "is a program, of which there is one object";
        } else if (plain.isSubtype(name, ValueRecords.RECORD) || plain.isSubtype(name, "java/lang/Enum")) {
            return "is a record or an enum";
        }
        return COPIED.stream()
                .filter(type -> plain.isSubtype(name, type))
                .findFirst()
                .map(type -> "is " + type.substring(type.lastIndexOf('/') + 1) + ", and a copy of the object would lack"
                        + " the fields that move")
                .orElse(null);
    }

    /** Why a field that is marked or named heavy cannot be; null if it can, or if the mark has no effect. */
    static String whyNot(ClassFacts.Field field, ApplicationClasses plain) {
        if (field.is(Opcodes.ACC_STATIC)) {
            return "a static field is in no object that could be split";
        }
        String whole = whyWhole(field.owner(), plain);
        return whole == null ? null : "its class " + whole + ", so its objects cannot be split";
    }
}
