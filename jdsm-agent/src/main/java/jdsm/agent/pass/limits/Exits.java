package jdsm.agent.pass.limits;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Replaces the calls that end a JVM, in a woven class of a rank whose JVM belongs to somebody else: {@code System.exit},
 * and {@code exit} and {@code halt} of {@code Runtime}.
 */
public final class Exits {
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String REFUSING = "jdsm/runtime/Exits";

    private Exits() {}

    /** The class with such calls refused by the runtime. The frames of the code stay as they are. */
    public static byte[] replaced(byte[] woven) {
        ClassReader reader = new ClassReader(woven);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new Calls(super.visitMethod(access, name, descriptor, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Calls extends MethodVisitor {
        Calls(MethodVisitor method) {
            super(Opcodes.ASM9, method);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            if (owner.equals("java/lang/System") && name.equals("exit")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, REFUSING, "exit", "(I)V", false);
            } else if (owner.equals(RUNTIME) && (name.equals("exit") || name.equals("halt"))) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, REFUSING, "exit", "(Ljava/lang/Runtime;I)V", false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
            }
        }
    }
}
