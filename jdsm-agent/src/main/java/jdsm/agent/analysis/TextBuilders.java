package jdsm.agent.analysis;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/*
 * The JDK's classes that build texts are final. So woven code has other types in their place, as for EnumSet. But nearly
 * each program uses them within a method, where the JVM's compiler knows them well, and the JDK has methods that take or
 * return them. So the types are replaced only in programs that may share such objects, and there only for objects
 * that do not stay within one method.
 */

/** The JDK's classes that build texts, and which of them a program may share. */
final class TextBuilders {
    /** The types in their place, by the JDK's. Internal names. */
    static final Map<String, String> TWINS = Map.of(
            "java/lang/StringBuilder", TwinNames.PACKAGE + "StringBuilder",
            "java/lang/StringBuffer", TwinNames.PACKAGE + "StringBuffer",
            "java/util/StringJoiner", TwinNames.PACKAGE + "StringJoiner");

    private static final byte[] BUILDERS = "java/lang/StringBu".getBytes(StandardCharsets.UTF_8);
    private static final byte[] JOINER = "java/util/StringJoiner".getBytes(StandardCharsets.UTF_8);
    private static final String LOCAL = "Ljdsm/Local;";

    private TextBuilders() {}

    /** Whether the bytes of a class file contain one of the names. A search of bytes, for it is made in each class. */
    static boolean areNamedIn(byte[] classFile) {
        return EnumSets.contain(classFile, BUILDERS) || EnumSets.contain(classFile, JOINER);
    }

    /**
     * The types of which the classes of an application keep objects in fields or arrays, or take them from where any object may be, such
     * as from collections. Reads all class files of the class path; without types if the source does not know them all.
     */
    static Set<String> keptIn(ClassSource files, Scope scope) {
        Set<String> kept = new HashSet<>();
        boolean all = files.visitAll(
                name -> !Twins.isTwin(name) && scope.covers(name) && kept.size() < TWINS.size(), (root, classFile) -> {
                    if (areNamedIn(classFile)) {
                        search(classFile, scope, kept);
                    }
                });
        return all ? Set.copyOf(kept) : Set.of();
    }

    private static void search(byte[] classFile, Scope scope, Set<String> kept) {
        ClassReader reader;
        try {
            reader = new ClassReader(classFile);
        } catch (RuntimeException e) {
            return; // a class that cannot be read cannot be woven either
        }
        String owner = reader.getClassName();
        ClassVisitor search = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                String type = element(Type.getType(descriptor));
                boolean own = (access & Opcodes.ACC_TRANSIENT) != 0 || scope.isLocal(owner, name);
                return own || !TWINS.containsKey(type) ? null : new Unmarked(type, kept);
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new Instructions(kept);
            }
        };
        reader.accept(search, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    private static String element(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        return element.getSort() == Type.OBJECT ? element.getInternalName() : "";
    }

    /** The type of the JDK whose place another one has in a descriptor, or null. */
    static String twinIn(String descriptor) {
        for (Map.Entry<String, String> each : TWINS.entrySet()) {
            if (descriptor.contains("L" + each.getValue() + ";")) {
                return each.getKey();
            }
        }
        return null;
    }

    /** The name of a type, or of an array of it, as the program has it. */
    static String asWritten(String typeName) {
        for (Map.Entry<String, String> each : TWINS.entrySet()) {
            String twin = each.getValue().replace('/', '.');
            if (typeName.startsWith(twin)) {
                return each.getKey().replace('/', '.') + typeName.substring(twin.length());
            }
        }
        return typeName;
    }

    /** Adds the type of a field that is not marked as each rank's own. */
    private static final class Unmarked extends FieldVisitor {
        private final String type;
        private final Set<String> kept;
        private boolean marked;

        private Unmarked(String type, Set<String> kept) {
            super(Opcodes.ASM9);
            this.type = type;
            this.kept = kept;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            marked |= descriptor.equals(LOCAL);
            return null;
        }

        @Override
        public void visitEnd() {
            if (!marked) {
                kept.add(type);
            }
        }
    }

    /** Adds the types of casts, and of arrays that are made. */
    private static final class Instructions extends MethodVisitor {
        private final Set<String> kept;

        private Instructions(Set<String> kept) {
            super(Opcodes.ASM9);
            this.kept = kept;
        }

        private void add(Type type) {
            String element = element(type);
            if (TWINS.containsKey(element)) {
                kept.add(element);
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.CHECKCAST || opcode == Opcodes.ANEWARRAY) {
                add(Type.getObjectType(type));
            }
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            add(Type.getType(descriptor));
        }
    }

    /** Whether a type is one of some, which are given by their internal names; an array of it is not. */
    static boolean isAmong(Set<String> types, Type type) {
        return type.getSort() == Type.OBJECT && types.contains(type.getInternalName());
    }

    /** The names of replaced types and, for those that stay the JDK's, the names by which they are marked. */
    static Map<String, String> renamed(Set<String> replaced) {
        Map<String, String> names = new HashMap<>();
        for (String type : replaced) {
            names.put(type, TWINS.get(type));
            names.put(marked(type), type);
        }
        return names;
    }

    /** The name that marks a type which stays the JDK's. */
    static String marked(String type) {
        return "stays/" + type;
    }
}
