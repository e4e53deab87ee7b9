package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * The fields to which some class file of the class path assigns something other than the constant null. A field that none
 * assigns refers to no object, whatever its type is, as long as no reflection sets it. Immutable.
 */
final class AssignedFields {
    private final ApplicationClasses classes;

    /** The classes that instructions name as owners, by name and descriptor; null if the class files are not all known. */
    private final Map<String, Set<String>> assigned;

    private AssignedFields(ApplicationClasses classes, Map<String, Set<String>> assigned) {
        this.classes = classes;
        this.assigned = assigned;
    }

    /** Reads all class files of a source, of which the classes are, that may assign fields of the application. */
    static AssignedFields of(ClassSource source, ApplicationClasses classes) {
        Map<String, Set<String>> found = new HashMap<>();
        boolean all = source.visitAll(Scope::mayNameApplication, (root, classFile) -> add(classFile, found));
        return new AssignedFields(classes, all ? found : null);
    }

    /** Whether a field may refer to an object. */
    boolean mayHave(ClassFacts.Field field) {
        if (assigned == null) {
            return true;
        }
        return assigned.getOrDefault(key(field.name(), field.descriptor()), Set.of()).stream()
                .anyMatch(owner -> Assignments.mayBe(field, owner, classes));
    }

    private static String key(String name, String descriptor) {
        return name + " " + descriptor;
    }

    private static void add(byte[] classFile, Map<String, Set<String>> found) {
        Assignments.visit(classFile, ClassReader.SKIP_DEBUG, (type, source) -> new Assignments() {
            @Override
            void assigned(String owner, String name, String descriptor) {
                if (Type.getType(descriptor).getSort() >= Type.ARRAY) {
                    found.computeIfAbsent(key(name, descriptor), any -> new HashSet<>())
                            .add(owner);
                }
            }
        });
    }
}
