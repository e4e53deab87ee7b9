package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Writes a static method that does what a lambda or method reference does: one call. */
public final class ReferenceBody {
    /** The place of the referenced method among the arguments of the instruction's bootstrap method. */
    public static final int IMPLEMENTATION = 1;

    /** The class of the bootstrap methods of lambdas and method references. */
    static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    private ReferenceBody() {}

    /** The method that a lambda or method reference runs; null for an instruction that makes neither. */
    public static Handle target(InvokeDynamicInsnNode dynamic) {
        return dynamic.bsm.getOwner().equals(FACTORY) && dynamic.bsmArgs[IMPLEMENTATION] instanceof Handle target
                ? target
                : null;
    }

    /** The opcode of a call of the method that a reference is to. */
    public static int opcode(Handle target) {
        return switch (target.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            default -> Opcodes.INVOKESPECIAL;
        };
    }

    /**
     * A private static method with the code of a reference. Its parameters are the captured values, then those of the
     * referenced method that are left.
     */
    public static MethodNode of(InvokeDynamicInsnNode dynamic, String name) {
        Handle target = (Handle) dynamic.bsmArgs[IMPLEMENTATION];
        List<Type> parameters = new ArrayList<>();
        boolean constructs = target.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        if (target.getTag() != Opcodes.H_INVOKESTATIC && !constructs) {
            // The type of a captured receiver must be the type of the captured argument.
            Type[] captured = Type.getArgumentTypes(dynamic.desc);
            parameters.add(captured.length > 0 ? captured[0] : Type.getObjectType(target.getOwner()));
        }
        parameters.addAll(List.of(Type.getArgumentTypes(target.getDesc())));
        Type result = constructs ? Type.getObjectType(target.getOwner()) : Type.getReturnType(target.getDesc());
        String descriptor = Type.getMethodDescriptor(result, parameters.toArray(Type[]::new));
        int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode method = new MethodNode(flags, name, descriptor, null, null);
        InsnList code = method.instructions;
        if (constructs) {
            code.add(new TypeInsnNode(Opcodes.NEW, target.getOwner()));
            code.add(new InsnNode(Opcodes.DUP));
        }
        int local = 0;
        for (Type parameter : parameters) {
            code.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), local));
            local += parameter.getSize();
        }
        code.add(new MethodInsnNode(
                opcode(target), target.getOwner(), target.getName(), target.getDesc(), target.isInterface()));
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        method.maxLocals = local;
        method.maxStack = local + 2;
        return method;
    }
}
