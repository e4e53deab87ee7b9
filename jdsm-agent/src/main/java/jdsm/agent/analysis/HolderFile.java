package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * Writes the class file of a holder, see {@link StaticHolders}: a final class with the moved fields, all public, and one
 * object, which it reports to the runtime when it makes it.
 */
final class HolderFile {
    private static final String OBJECT = "java/lang/Object";

    private HolderFile() {}

    /**
     * Writes the holder of a class.
     *
     * @param classFile the class's file
     * @param fields the fields that move to the holder
     */
    static byte[] of(byte[] classFile, List<ClassFacts.Field> fields) {
        Declarations declared = new Declarations();
        ClassReader reader = new ClassReader(classFile);
        reader.accept(declared, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        String owner = reader.getClassName();
        String name = owner + StaticHolders.SUFFIX;
        ClassWriter writer = new ClassWriter(0);
        int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(declared.version, flags, name, null, OBJECT, null);
        for (ClassFacts.Field field : fields) {
            FieldNode node = declared.fields.get(ClassFacts.key(field.name(), field.descriptor()));
            int kept = node.access & Opcodes.ACC_VOLATILE;
            FieldVisitor visitor =
                    writer.visitField(Opcodes.ACC_PUBLIC | kept, node.name, node.desc, node.signature, null);
            node.accept(new Annotations(visitor));
            visitor.visitEnd();
        }
        writer.visitField(
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
                        StaticHolders.OBJECT,
                        Type.getObjectType(name).getDescriptor(),
                        null,
                        null)
                .visitEnd();
        addConstructor(writer, name, fields, declared);
        addInitializer(writer, name, owner);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Adds the constructor, which gives fields the constants that the class file declares for them. */
    private static void addConstructor(
            ClassWriter writer, String name, List<ClassFacts.Field> fields, Declarations declared) {
        MethodVisitor code = writer.visitMethod(0, "<init>", "()V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        for (ClassFacts.Field field : fields) {
            Object constant = declared.fields.get(ClassFacts.key(field.name(), field.descriptor())).value;
            if (constant != null) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitLdcInsn(constant);
                code.visitFieldInsn(Opcodes.PUTFIELD, name, field.name(), field.descriptor());
            }
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(3, 1);
        code.visitEnd();
    }

    private static void addInitializer(ClassWriter writer, String name, String owner) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, Instructions.INITIALIZER, "()V", null, null);
        code.visitCode();
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", "()V", false);
        code.visitInsn(Opcodes.DUP);
        code.visitFieldInsn(
                Opcodes.PUTSTATIC,
                name,
                StaticHolders.OBJECT,
                Type.getObjectType(name).getDescriptor());
        code.visitLdcInsn(owner.replace('/', '.'));
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "jdsm/runtime/Statics",
                "holder",
                "(Ljava/lang/Object;Ljava/lang/String;)V",
                false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(2, 0);
        code.visitEnd();
    }

    /** The version of a class file and its fields. */
    private static final class Declarations extends ClassVisitor {
        private final Map<String, FieldNode> fields = new HashMap<>();
        private int version;

        private Declarations() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int classVersion, int access, String name, String signature, String superName, String[] interfaces) {
            version = classVersion;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            FieldNode node = new FieldNode(access, name, descriptor, signature, value);
            fields.put(ClassFacts.key(name, descriptor), node);
            return node;
        }
    }

    /** Copies a field's annotations. */
    private static final class Annotations extends ClassVisitor {
        private final FieldVisitor target;

        private Annotations(FieldVisitor target) {
            super(Opcodes.ASM9);
            this.target = target;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            return new FieldVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    return target.visitAnnotation(annotation, visible);
                }
            };
        }
    }
}
