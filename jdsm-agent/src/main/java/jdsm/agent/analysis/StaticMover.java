package jdsm.agent.analysis;

import jdsm.runtime.Woven;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Replaces accesses to moved static fields by accesses to the fields of their holder's object. */
final class StaticMover extends ClassVisitor {
    /** What an access needs on the stack besides its own operands, at most. */
    private static final int MORE_STACK = 2;

    private final StaticHolders holders;
    private final String self;
    private final boolean owns;

    /** @param owns whether the class has a holder itself */
    StaticMover(ClassVisitor next, StaticHolders holders, String self, boolean owns) {
        super(Opcodes.ASM9, next);
        this.holders = holders;
        this.self = self;
        this.owns = owns;
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        boolean moves = owns && holders.moved(self, name, descriptor) != null;
        return moves ? null : super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public void visitEnd() {
        if (owns) {
            int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
            super.visitField(flags, StaticHolders.MARK, "I", null, null).visitEnd();
        }
        super.visitEnd();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return new MethodVisitor(Opcodes.ASM9, next) {
            private int more;

            @Override
            public void visitFieldInsn(int opcode, String owner, String field, String type) {
                boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
                ClassFacts.Field moved = isStatic ? holders.moved(owner, field, type) : null;
                if (moved == null) {
                    super.visitFieldInsn(opcode, owner, field, type);
                    return;
                }
                more = MORE_STACK;
                String holder = moved.owner() + Woven.HOLDER;
                super.visitFieldInsn(Opcodes.GETSTATIC, moved.owner(), StaticHolders.MARK, "I");
                super.visitInsn(Opcodes.POP);
                StaticHolders.visitObject(mv, Opcodes.GETSTATIC, holder);
                if (opcode == Opcodes.GETSTATIC) {
                    super.visitFieldInsn(Opcodes.GETFIELD, holder, field, type);
                    return;
                }
                if (Type.getType(type).getSize() == 1) {
                    super.visitInsn(Opcodes.SWAP);
                } else {
                    super.visitInsn(Opcodes.DUP_X2);
                    super.visitInsn(Opcodes.POP);
                }
                super.visitFieldInsn(Opcodes.PUTFIELD, holder, field, type);
            }

            @Override
            public void visitMaxs(int maxStack, int maxLocals) {
                super.visitMaxs(maxStack + more, maxLocals);
            }
        };
    }
}
