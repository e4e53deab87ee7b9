package jdsm.agent.analysis;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds the assignments of a method to fields, but those of the constant null. What a branch may have left on the stack
 * counts as no such constant.
 */
abstract class Assignments extends MethodVisitor {
    private boolean isNull;

    Assignments() {
        super(Opcodes.ASM9);
    }

    /** An instruction assigns a field, which it names like this. */
    abstract void assigned(String owner, String name, String descriptor);

    @Override
    public void visitInsn(int opcode) {
        isNull = opcode == Opcodes.ACONST_NULL;
    }

    @Override
    public void visitLabel(Label label) {
        isNull = false;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if ((opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) && !isNull) {
            assigned(owner, name, descriptor);
        }
        isNull = false;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        isNull = false;
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
        isNull = false;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        isNull = false;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        isNull = false;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        isNull = false;
    }

    @Override
    public void visitLdcInsn(Object value) {
        isNull = false;
    }
}
