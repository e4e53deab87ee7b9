package jdsm.agent.pass.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.ReferenceBody;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.limits.ExitPass;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Turns references to methods that are not woven into references to new methods of the class, which contain a call.
 * Applies to methods whose calls other passes replace, refuse or precede with code.
 */
public final class MethodReferences {
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
                    Handle target = ReferenceBody.target(dynamic);
                    if (target != null && expands.test(dynamic, target)) {
                        dynamic.bsmArgs[ReferenceBody.IMPLEMENTATION] = expanded(dynamic, Names.line(instruction));
                    }
                }
            }
        }
        node.methods.addAll(made);
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
                || ThreadIds.concerns(owner, name, target.getDesc(), classes)
                || ExitPass.isReplaced(owner, name, target.getDesc())
                || HashCalls.concerns(ReferenceBody.opcode(target), owner, name, target.getDesc(), classes)) {
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

    private Handle expanded(InvokeDynamicInsnNode dynamic, int line) {
        MethodNode body = ReferenceBody.of(dynamic, prefix + made.size());
        addLine(body, line);
        made.add(body);
        boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
        return new Handle(Opcodes.H_INVOKESTATIC, node.name, body.name, body.desc, isInterface);
    }

    private static void addLine(MethodNode method, int line) {
        if (line > 0) {
            LabelNode first = new LabelNode();
            method.instructions.insert(new LineNumberNode(line, first));
            method.instructions.insert(first);
        }
    }
}
