package jdsm.agent;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.MethodNode;

/** Classes with static methods whose code has given lengths, in bytes. */
final class ShortCode {
    private static final int PUBLIC_STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

    private ShortCode() {}

    /** Class Main: {@code caller} calls {@code body} so many times. @param loops whether the calls are in a loop */
    static byte[] caller(int bodyBytes, int callerBytes, int calls, boolean loops) {
        ClassWriter writer = start(Opcodes.V1_5);
        add(writer, "body", bodyBytes, ShortCode::one);
        add(writer, "caller", callerBytes, method -> calls(method, "body", calls, loops));
        return writer.toByteArray();
    }

    /** Class Main: {@code caller} calls {@code outer} in a loop, which calls {@code inner}. */
    static byte[] nested(int outerBytes, int innerBytes, int calls) {
        ClassWriter writer = start(Opcodes.V1_5);
        add(writer, "inner", innerBytes, ShortCode::one);
        add(writer, "outer", outerBytes, method -> calls(method, "inner", calls, false));
        add(writer, "caller", 0, method -> calls(method, "outer", 1, true));
        return writer.toByteArray();
    }

    /** Class Main: {@code caller} and {@code straight} call {@code body}, and the first has a subroutine. */
    static byte[] withSubroutine() {
        ClassWriter writer = start(Opcodes.V1_4);
        add(writer, "body", 0, ShortCode::one);
        add(writer, "straight", 0, method -> calls(method, "body", 1, false));
        add(writer, "caller", 0, method -> {
            Label subroutine = new Label();
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            calls(method, "body", 1, false);
            method.visitLabel(subroutine);
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitVarInsn(Opcodes.RET, 1);
        });
        return writer.toByteArray();
    }

    private static ClassWriter start(int version) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(version, Opcodes.ACC_PUBLIC, "Main", null, "java/lang/Object", null);
        return writer;
    }

    private interface Code {
        void write(MethodVisitor method);
    }

    /** Adds a method, with instructions that do nothing at its start up to its length. */
    private static void add(ClassWriter writer, String name, int bytes, Code code) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        MethodNode alone = new MethodNode(PUBLIC_STATIC, name, "()I", null, null);
        code.write(alone);
        alone.instructions.accept(size);
        MethodVisitor method = writer.visitMethod(PUBLIC_STATIC, name, "()I", null, null);
        method.visitCode();
        for (int i = size.getMaxSize(); i < bytes; i++) {
            method.visitInsn(Opcodes.NOP);
        }
        code.write(method);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static void one(MethodVisitor method) {
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
    }

    private static void calls(MethodVisitor method, String name, int calls, boolean loops) {
        Label again = new Label();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, 0);
        method.visitLabel(again);
        for (int i = 0; i < calls; i++) {
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "Main", name, "()I", false);
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitInsn(Opcodes.IADD);
            method.visitVarInsn(Opcodes.ISTORE, 0);
        }
        if (loops) {
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitInsn(Opcodes.ICONST_5);
            method.visitJumpInsn(Opcodes.IF_ICMPLT, again);
        }
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IRETURN);
    }
}
