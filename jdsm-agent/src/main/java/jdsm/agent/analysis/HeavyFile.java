package jdsm.agent.analysis;

import java.util.List;
import jdsm.runtime.HeavyPart;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** Writes the class file of the heavy parts of a class's objects, see {@link HeavyParts}. */
final class HeavyFile {
    private static final String OBJECT = "java/lang/Object";

    private HeavyFile() {}

    /**
     * Writes the class of heavy parts.
     *
     * @param classFile the file of the class that is split
     * @param fields the fields that move
     */
    static byte[] of(byte[] classFile, List<ClassFacts.Field> fields) {
        ClassNode owner = new ClassNode();
        new ClassReader(classFile)
                .accept(owner, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        ClassNode part = new ClassNode();
        int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        part.visit(owner.version, flags, owner.name + Woven.HEAVY, null, OBJECT, new String[] {
            Type.getInternalName(HeavyPart.class)
        });
        for (FieldNode field : owner.fields) {
            if (fields.stream().anyMatch(each -> is(each, field))) {
                // Public, for who could access the field accesses the part's now; not final, for another class sets it.
                field.access = Opcodes.ACC_PUBLIC;
                field.value = null;
                part.fields.add(field);
            }
        }
        addConstructor(part);
        ClassWriter writer = new ClassWriter(0);
        part.accept(writer);
        return writer.toByteArray();
    }

    private static boolean is(ClassFacts.Field moved, FieldNode declared) {
        return moved.name().equals(declared.name) && moved.descriptor().equals(declared.desc);
    }

    private static void addConstructor(ClassNode part) {
        MethodVisitor code = part.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(1, 1);
    }
}
