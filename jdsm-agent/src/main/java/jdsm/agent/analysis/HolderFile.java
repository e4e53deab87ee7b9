package jdsm.agent.analysis;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
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
        ClassNode owner = new ClassNode();
        new ClassReader(classFile)
                .accept(owner, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Map<String, FieldNode> declared = owner.fields.stream()
                .collect(Collectors.toMap(field -> ClassFacts.key(field.name, field.desc), Function.identity()));
        List<FieldNode> moved = fields.stream()
                .map(field -> declared.get(ClassFacts.key(field.name(), field.descriptor())))
                .toList();
        String name = owner.name + Woven.HOLDER;
        ClassNode holder = new ClassNode();
        int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        holder.visit(owner.version, flags, name, null, OBJECT, null);
        moved.forEach(field -> holder.fields.add(ofObject(field)));
        holder.visitField(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
                StaticHolders.OBJECT,
                Type.getObjectType(name).getDescriptor(),
                null,
                null);
        addConstructor(holder, moved);
        addInitializer(holder, owner.name);
        ClassWriter writer = new ClassWriter(0);
        holder.accept(writer);
        return writer.toByteArray();
    }

    /** The field of the holder's object in place of a static field. */
    private static FieldNode ofObject(FieldNode field) {
        int flags = Opcodes.ACC_PUBLIC | field.access & Opcodes.ACC_VOLATILE;
        FieldNode own = new FieldNode(flags, field.name, field.desc, field.signature, null);
        own.visibleAnnotations = field.visibleAnnotations;
        own.invisibleAnnotations = field.invisibleAnnotations;
        return own;
    }

    /** Adds the constructor, which gives fields the constants that the class file declares for them. */
    private static void addConstructor(ClassNode holder, List<FieldNode> fields) {
        MethodVisitor code = holder.visitMethod(0, "<init>", "()V", null, null);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        for (FieldNode field : fields) {
            if (field.value != null) {
                code.visitVarInsn(Opcodes.ALOAD, 0);
                code.visitLdcInsn(field.value);
                code.visitFieldInsn(Opcodes.PUTFIELD, holder.name, field.name, field.desc);
            }
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(3, 1);
    }

    private static void addInitializer(ClassNode holder, String owner) {
        MethodVisitor code = holder.visitMethod(Opcodes.ACC_STATIC, Instructions.INITIALIZER, "()V", null, null);
        code.visitTypeInsn(Opcodes.NEW, holder.name);
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, holder.name, "<init>", "()V", false);
        code.visitInsn(Opcodes.DUP);
        StaticHolders.visitObject(code, Opcodes.PUTSTATIC, holder.name);
        code.visitLdcInsn(owner.replace('/', '.'));
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "jdsm/runtime/Statics",
                "holder",
                "(Ljava/lang/Object;Ljava/lang/String;)V",
                false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(2, 0);
    }
}
