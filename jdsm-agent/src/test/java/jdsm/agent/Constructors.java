package jdsm.agent;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Makes constructors that no compiler before Java 25 makes. */
final class Constructors {
    private Constructors() {}

    /** Puts {@code super()}, which comes first, where {@code then()} is called. */
    static byte[] callSuperLate(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
        for (MethodNode method : node.methods) {
            if (method.name.equals("<init>")) {
                moveSuper(method);
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static void moveSuper(MethodNode method) {
        MethodInsnNode first = null;
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (!(instruction instanceof MethodInsnNode call)) {
                continue;
            }
            if (first == null && call.getOpcode() == Opcodes.INVOKESPECIAL && call.name.equals("<init>")) {
                first = call;
            } else if (call.name.equals("then")) {
                method.instructions.remove(first.getPrevious());
                method.instructions.set(first, new InsnNode(Opcodes.NOP));
                method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                method.instructions.set(
                        call, new MethodInsnNode(Opcodes.INVOKESPECIAL, first.owner, "<init>", "()V", false));
            }
        }
    }
}
