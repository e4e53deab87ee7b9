package jdsm.agent.pass.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import jdsm.agent.analysis.Classes;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns references to methods that are not woven into references to new methods of the class, which contain a call.
 * Applies to methods whose calls other passes replace, refuse or precede with code.
 */
public final class MethodReferences {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final int IMPLEMENTATION = 1;
    private static final Pattern REFLECTION =
            Pattern.compile("java/lang/(invoke|reflect)/|java/util/concurrent/atomic/Atomic\\w+FieldUpdater");

    private final ClassNode node;
    private final Classes classes;
    private final String prefix;
    private final List<MethodNode> made = new ArrayList<>();

    MethodReferences(ClassNode node, Classes classes) {
        this(node, classes, "lambda$jdsm$");
    }

    private MethodReferences(ClassNode node, Classes classes, String prefix) {
        this.node = node;
        this.classes = classes;
        this.prefix = prefix;
    }

    /**
     * Turns other references of a class into references to new methods.
     *
     * @param expands whether a reference, with its target, is to be turned
     */
    public static void expand(ClassNode node, Classes classes, BiPredicate<InvokeDynamicInsnNode, Handle> expands) {
        new MethodReferences(node, classes, "lambda$jdsm$called").expand(expands);
    }

    void expand() {
        expand((dynamic, target) -> needsCare(target));
    }

    private void expand(BiPredicate<InvokeDynamicInsnNode, Handle> expands) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof InvokeDynamicInsnNode dynamic) {
                    Handle target = bodyOf(dynamic);
                    if (target != null && expands.test(dynamic, target)) {
                        dynamic.bsmArgs[IMPLEMENTATION] = expanded(dynamic, target, Names.line(instruction));
                    }
                }
            }
        }
        node.methods.addAll(made);
    }

    /** The method that a lambda or method reference runs; null for an instruction that makes neither. */
    public static Handle bodyOf(InvokeDynamicInsnNode dynamic) {
        return dynamic.bsm.getOwner().equals(FACTORY) && dynamic.bsmArgs[IMPLEMENTATION] instanceof Handle body
                ? body
                : null;
    }

    private boolean needsCare(Handle target) {
        String owner = target.getOwner();
        String name = target.getName();
        if (isMonitorMethod(name, target.getDesc())
                || name.equals("clone")
                || name.equals("identityHashCode")
                || name.equals("writeObject")
                || name.equals("writeUnshared")
                || owner.startsWith("[")
                || HashCalls.concerns(opcode(target), owner, name, target.getDesc(), classes)) {
            return true;
        }
        if (!CallPass.isOutside(owner, name, target.getDesc(), classes)) {
            return false;
        }
        if (owner.equals("java/lang/Class")
                || owner.endsWith("/Unsafe")
                || REFLECTION.matcher(owner).lookingAt()) {
            return true;
        }
        Conduct conduct = CallPass.conduct(owner, name, target.getDesc(), classes);
        return !conduct.uses().isEmpty() || !conduct.traits().isEmpty();
    }

    private static boolean isMonitorMethod(String name, String descriptor) {
        return switch (name) {
            case "wait" -> descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V");
            case "notify", "notifyAll" -> descriptor.equals("()V");
            default -> false;
        };
    }

    private Handle expanded(InvokeDynamicInsnNode dynamic, Handle target, int line) {
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
        String name = prefix + made.size();
        MethodNode body = body(name, descriptor, target, parameters, result);
        addLine(body, line);
        made.add(body);
        boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
        return new Handle(Opcodes.H_INVOKESTATIC, node.name, name, descriptor, isInterface);
    }

    private static void addLine(MethodNode method, int line) {
        if (line > 0) {
            LabelNode first = new LabelNode();
            method.instructions.insert(new LineNumberNode(line, first));
            method.instructions.insert(first);
        }
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
        code.add(new MethodInsnNode(
                opcode(target), target.getOwner(), target.getName(), target.getDesc(), target.isInterface()));
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        method.maxLocals = local;
        method.maxStack = local + 2;
        return method;
    }

    /** The opcode of a call of the method that a reference is to. */
    private static int opcode(Handle target) {
        return switch (target.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            default -> Opcodes.INVOKESPECIAL;
        };
    }
}
