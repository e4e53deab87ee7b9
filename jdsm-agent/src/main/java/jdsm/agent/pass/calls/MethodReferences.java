package jdsm.agent.pass.calls;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.analysis.Classes;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes methods of a class out of its references to methods that are not woven but have to be called with care: those that
 * are given arrays, and {@code wait}, {@code notify} and {@code notifyAll}.
 */
final class MethodReferences {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final int IMPLEMENTATION = 1;

    private final ClassNode node;
    private final Classes classes;
    private final List<MethodNode> made = new ArrayList<>();

    MethodReferences(ClassNode node, Classes classes) {
        this.node = node;
        this.classes = classes;
    }

    void expand() {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof InvokeDynamicInsnNode dynamic
                        && dynamic.bsm.getOwner().equals(FACTORY)
                        && dynamic.bsmArgs[IMPLEMENTATION] instanceof Handle target
                        && needsCare(target)) {
                    dynamic.bsmArgs[IMPLEMENTATION] = expanded(dynamic, target);
                }
            }
        }
        node.methods.addAll(made);
    }

    private boolean needsCare(Handle target) {
        if (isMonitorMethod(target.getName(), target.getDesc())) {
            return true;
        }
        if (target.getOwner().startsWith("[")) {
            return target.getName().equals("clone");
        }
        boolean isArraycopy =
                target.getOwner().equals("java/lang/System") && target.getName().equals("arraycopy");
        return isArraycopy
                || CallPass.isOutside(target.getOwner(), target.getName(), target.getDesc(), classes)
                        && !ArrayUse.of(target.getOwner(), target.getName(), target.getDesc())
                                .isEmpty();
    }

    private static boolean isMonitorMethod(String name, String descriptor) {
        return switch (name) {
            case "wait" -> descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V");
            case "notify", "notifyAll" -> descriptor.equals("()V");
            default -> false;
        };
    }

    private Handle expanded(InvokeDynamicInsnNode dynamic, Handle target) {
        List<Type> parameters = new ArrayList<>();
        boolean constructs = target.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        if (target.getTag() != Opcodes.H_INVOKESTATIC && !constructs) {
            // A captured receiver must have the very type that it is captured with.
            Type[] captured = Type.getArgumentTypes(dynamic.desc);
            parameters.add(captured.length > 0 ? captured[0] : Type.getObjectType(target.getOwner()));
        }
        parameters.addAll(List.of(Type.getArgumentTypes(target.getDesc())));
        Type result = constructs ? Type.getObjectType(target.getOwner()) : Type.getReturnType(target.getDesc());
        String descriptor = Type.getMethodDescriptor(result, parameters.toArray(Type[]::new));
        String name = "lambda$jdsm$" + made.size();
        made.add(body(name, descriptor, target, parameters, result));
        boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
        return new Handle(Opcodes.H_INVOKESTATIC, node.name, name, descriptor, isInterface);
    }

    private static MethodNode body(String name, String descriptor, Handle target, List<Type> parameters, Type result) {
        int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode method = new MethodNode(flags, name, descriptor, null, null);
        InsnList code = method.instructions;
        boolean constructs = target.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        if (constructs) {
            code.add(new TypeInsnNode(Opcodes.NEW, target.getOwner()));
            code.add(new InsnNode(Opcodes.DUP));
        }
        int local = 0;
        for (Type parameter : parameters) {
            code.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), local));
            local += parameter.getSize();
        }
        int opcode = switch (target.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            default -> Opcodes.INVOKESPECIAL;
        };
        code.add(new MethodInsnNode(
                opcode, target.getOwner(), target.getName(), target.getDesc(), target.isInterface()));
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        method.maxLocals = local;
        method.maxStack = local + 2;
        return method;
    }
}
