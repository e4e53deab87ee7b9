package jdsm.agent.analysis;

import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Replaces the instructions that make objects of the JDK's classes, and superclasses, by those of the twins; and
 * calls of the JDK's final methods by calls of the twins' static methods. Accesses by handles become calls of the
 * runtime.
 */
final class TwinMaker extends ClassVisitor {
    private final Twins twins;
    /** A superclass that stays the JDK's, and of which the class makes no twins; or null. */
    private final String kept;

    /** The names of the fields that become volatile, see {@link HandledFields}. */
    private final Set<String> volatiles;

    TwinMaker(ClassVisitor next, Twins twins, String superName, Set<String> volatiles) {
        super(Opcodes.ASM9, next);
        this.twins = twins;
        this.volatiles = volatiles;
        this.kept = TwinNames.FINAL.contains(superName) && !superName.equals(TwinNames.PHASER) ? superName : null;
    }

    private String twin(String name) {
        String twin = name.equals(kept) ? null : TwinNames.TWINS.get(name);
        return twin == null ? name : twin;
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        super.visit(version, access, name, signature, superName == null ? null : twin(superName), interfaces);
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        boolean becomesVolatile = volatiles.contains(name) && (access & Opcodes.ACC_FINAL) == 0;
        int flags = becomesVolatile ? access | Opcodes.ACC_VOLATILE : access;
        return super.visitField(flags, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitTypeInsn(int opcode, String type) {
                super.visitTypeInsn(opcode, opcode == Opcodes.NEW ? twin(type) : type);
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                boolean names = opcode == Opcodes.INVOKESPECIAL || opcode == Opcodes.INVOKESTATIC;
                Twins.StaticMethod stand = opcode == Opcodes.INVOKESPECIAL && !called.equals(TwinNames.GET_PHASE)
                        ? null
                        : twins.standIn(opcode != Opcodes.INVOKESTATIC, owner, called, type);
                if (HandleCalls.isAccess(opcode, owner, called)) {
                    HandleCalls.visitAccess(mv, called, type);
                } else if (stand != null) {
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, stand.owner(), stand.name(), stand.descriptor(), false);
                } else if (opcode == Opcodes.INVOKEVIRTUAL && twins.isOfKeySet(owner, called, type)) {
                    super.visitMethodInsn(Opcodes.INVOKEINTERFACE, TwinNames.SET, called, type, true);
                } else {
                    super.visitMethodInsn(opcode, names ? twin(owner) : owner, called, type, isInterface);
                }
            }

            @Override
            public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
                Object[] replaced = arguments.clone();
                for (int i = 0; i < replaced.length; i++) {
                    replaced[i] = argument(replaced[i]);
                }
                super.visitInvokeDynamicInsn(called, type, bootstrap, replaced);
            }

            @Override
            public void visitLdcInsn(Object constant) {
                super.visitLdcInsn(argument(constant));
            }
        };
    }

    private Object argument(Object argument) {
        if (!(argument instanceof Handle handle)) {
            return argument;
        }
        int tag = handle.getTag();
        String owner = handle.getOwner();
        boolean hasReceiver = tag == Opcodes.H_INVOKEVIRTUAL || tag == Opcodes.H_INVOKEINTERFACE;
        Twins.StaticMethod stand = hasReceiver || tag == Opcodes.H_INVOKESTATIC
                ? twins.standIn(hasReceiver, owner, handle.getName(), handle.getDesc())
                : null;
        if (stand != null) {
            return new Handle(Opcodes.H_INVOKESTATIC, stand.owner(), stand.name(), stand.descriptor(), false);
        }
        boolean names =
                tag == Opcodes.H_NEWINVOKESPECIAL || tag == Opcodes.H_INVOKESPECIAL || tag == Opcodes.H_INVOKESTATIC;
        return names ? new Handle(tag, twin(owner), handle.getName(), handle.getDesc(), handle.isInterface()) : handle;
    }
}
