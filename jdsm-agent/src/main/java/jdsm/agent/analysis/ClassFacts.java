package jdsm.agent.analysis;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.Type;

/**
 * The declarations in a class file: supertypes, fields, and methods without their code. Immutable.
 *
 *
 * @param fields by name and descriptor
 * @param methods access flags by name and descriptor
 */
record ClassFacts(
        String name,
        int access,
        String superName,
        List<String> interfaces,
        Map<String, Field> fields,
        Map<String, Integer> methods) {
    private static final String LOCAL = Type.getDescriptor(jdsm.Local.class);
    private static final String VOLATILE_ELEMENTS = Type.getDescriptor(jdsm.VolatileElements.class);
    private static final String HOUSE = "Ljdsm/";
    private static final String HEAVY = Type.getDescriptor(jdsm.Heavy.class);

    /**
     * A field as its class declares it.
     *
     * @param annotated whether it has an annotation that is not JDSM's and that code can find by reflection
     */
    record Field(
            String owner,
            String name,
            String descriptor,
            int access,
            boolean local,
            boolean volatileElements,
            boolean heavy,
            boolean annotated) {
        static final Comparator<Field> BY_NAME =
                Comparator.comparing(Field::name).thenComparing(Field::descriptor);

        boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    static ClassFacts of(byte[] classFile) {
        Reader reader = new Reader();
        new ClassReader(classFile).accept(reader, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
        return new ClassFacts(
                reader.name,
                reader.access,
                reader.superName,
                reader.interfaces,
                Map.copyOf(reader.fields),
                Map.copyOf(reader.methods));
    }

    boolean is(int flag) {
        return (access & flag) != 0;
    }

    boolean isInterface() {
        return is(Opcodes.ACC_INTERFACE);
    }

    boolean hasInstanceFields() {
        return fields.values().stream().anyMatch(field -> !field.is(Opcodes.ACC_STATIC));
    }

    /** Whether an interface has a default method; then the JVM initialises it before a class that implements it. */
    boolean hasDefaultMethods() {
        return methods.values().stream().anyMatch(flags -> (flags & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) == 0);
    }

    /** The declared field of a name, with any descriptor, or null. */
    Field fieldNamed(String fieldName) {
        return fields.values().stream()
                .filter(field -> field.name().equals(fieldName))
                .findFirst()
                .orElse(null);
    }

    Field field(String fieldName, String descriptor) {
        return fields.get(key(fieldName, descriptor));
    }

    /** Access flags of a method that the class declares, or null. */
    Integer method(String methodName, String descriptor) {
        return methods.get(key(methodName, descriptor));
    }

    static String key(String name, String descriptor) {
        return name + ' ' + descriptor;
    }

    private static final class Reader extends ClassVisitor {
        private final Map<String, Field> fields = new HashMap<>();
        private final Map<String, Integer> methods = new HashMap<>();
        private String name;
        private String superName;
        private List<String> interfaces;
        private int access;

        private Reader() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version,
                int classAccess,
                String className,
                String signature,
                String superClass,
                String[] superInterfaces) {
            name = className;
            access = classAccess;
            superName = superClass;
            interfaces = superInterfaces == null ? List.of() : List.of(superInterfaces);
        }

        @Override
        public FieldVisitor visitField(
                int fieldAccess, String fieldName, String descriptor, String signature, Object value) {
            return new FieldReader(fieldAccess, fieldName, descriptor);
        }

        @Override
        public MethodVisitor visitMethod(
                int methodAccess, String methodName, String descriptor, String signature, String[] exceptions) {
            methods.put(key(methodName, descriptor), methodAccess);
            return null;
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String component, String descriptor, String signature) {
            return null;
        }

        private final class FieldReader extends FieldVisitor {
            private final int fieldAccess;
            private final String fieldName;
            private final String descriptor;
            private boolean local;
            private boolean volatileElements;
            private boolean heavy;
            private boolean annotated;

            private FieldReader(int fieldAccess, String fieldName, String descriptor) {
                super(Opcodes.ASM9);
                this.fieldAccess = fieldAccess;
                this.fieldName = fieldName;
                this.descriptor = descriptor;
            }

            @Override
            public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                local |= annotation.equals(LOCAL);
                volatileElements |= annotation.equals(VOLATILE_ELEMENTS);
                heavy |= annotation.equals(HEAVY);
                annotated |= visible && !annotation.startsWith(HOUSE);
                return null;
            }

            @Override
            public void visitEnd() {
                Field field =
                        new Field(name, fieldName, descriptor, fieldAccess, local, volatileElements, heavy, annotated);
                fields.put(key(fieldName, descriptor), field);
            }
        }
    }
}
