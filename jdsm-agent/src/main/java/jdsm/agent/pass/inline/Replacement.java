package jdsm.agent.pass.inline;

import java.util.HashMap;
import java.util.Map;
import jdsm.agent.analysis.Body;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Replaces a call by the code of the method that it runs. */
final class Replacement {
    private final MethodNode caller;
    private final MethodInsnNode call;
    private final MethodNode method;
    private final InsnList code = new InsnList();
    private final int base;

    private Replacement(MethodNode caller, MethodInsnNode call, MethodNode method) {
        this.caller = caller;
        this.call = call;
        this.method = method;
        this.base = caller.maxLocals;
    }

    /**
     * Replaces a call. The caller's frames must be computed anew.
     *
     * @param owner the caller's class
     * @param casts whether the receiver may need a cast to the class of the method
     * @return false if the call stays
     */
    static boolean put(String owner, MethodNode caller, MethodInsnNode call, Body body, boolean casts) {
        return put(owner, caller, call, body, casts ? new TypeInsnNode(Opcodes.CHECKCAST, body.owner()) : null);
    }

    /**
     * Replaces a call whose receiver is known: see {@link #put(String, MethodNode, MethodInsnNode, Body, boolean)}.
     *
     * @param receiver a variable with the receiver, of the class of the method
     */
    static boolean put(String owner, MethodNode caller, MethodInsnNode call, Body body, int receiver) {
        return put(owner, caller, call, body, new VarInsnNode(Opcodes.ALOAD, receiver));
    }

    /** @param typed makes the receiver one of the method's class, or null */
    private static boolean put(
            String owner, MethodNode caller, MethodInsnNode call, Body body, AbstractInsnNode typed) {
        Replacement replacement = new Replacement(caller, call, body.method());
        StackBelow below = body.loops() ? StackBelow.of(owner, caller, call) : StackBelow.EMPTY;
        if (below == null) {
            return false;
        }
        replacement.take(typed);
        int end = replacement.base + body.method().maxLocals;
        replacement.code.add(below.store(end));
        replacement.copy();
        replacement.code.add(below.load(end, Type.getReturnType(call.desc)));
        caller.maxLocals = end + below.variables(Type.getReturnType(call.desc));
        caller.maxStack += body.method().maxStack + 1;
        caller.instructions.insertBefore(call, replacement.code);
        caller.instructions.remove(call);
        return true;
    }

    /** Puts the arguments into variables of the caller. */
    private void take(AbstractInsnNode typed) {
        Type[] types = Type.getArgumentTypes(call.desc);
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        int variable = base + (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - (isStatic ? 1 : 0);
        for (int i = types.length - 1; i >= 0; i--) {
            variable -= types[i].getSize();
            code.add(new VarInsnNode(types[i].getOpcode(Opcodes.ISTORE), variable));
        }
        if (isStatic) {
            code.add(new InsnNode(Opcodes.NOP)); // code without instructions could leave a handler without a range
            return;
        }
        if (typed instanceof VarInsnNode) {
            code.add(new InsnNode(Opcodes.POP));
        }
        if (typed != null) {
            code.add(typed);
        }
        code.add(new VarInsnNode(Opcodes.ASTORE, base));
        if (!readsReceiverFirst()) {
            code.add(new VarInsnNode(Opcodes.ALOAD, base));
            code.add(new MethodInsnNode(
                    Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false));
            code.add(new InsnNode(Opcodes.POP));
        }
    }

    /** Whether the method reads a field of its object before any other effect, and so throws if there is no object. */
    private boolean readsReceiverFirst() {
        AbstractInsnNode pushed = null;
        AbstractInsnNode node = method.instructions.getFirst();
        while (node.getOpcode() <= Opcodes.ALOAD) { // labels, constants and loads
            pushed = node.getOpcode() < 0 ? pushed : node;
            node = node.getNext();
        }
        return node.getOpcode() == Opcodes.GETFIELD
                && pushed.getOpcode() == Opcodes.ALOAD
                && ((VarInsnNode) pushed).var == 0;
    }

    private void copy() {
        Map<LabelNode, LabelNode> labels = labels(method);
        LabelNode end = new LabelNode();
        AbstractInsnNode last = method.instructions.getLast();
        while (last.getOpcode() < 0) {
            last = last.getPrevious();
        }
        for (AbstractInsnNode node : method.instructions) {
            int opcode = node.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                code.add(node == last ? new InsnNode(Opcodes.NOP) : new JumpInsnNode(Opcodes.GOTO, end));
            } else if (!(node instanceof LineNumberNode)) {
                code.add(moved(node.clone(labels)));
            }
        }
        code.add(end);
        if (method.localVariables != null && caller.localVariables != null) {
            for (LocalVariableNode variable : method.localVariables) {
                if (!variable.name.equals("this")) {
                    caller.localVariables.add(moved(variable, labels, base));
                }
            }
        }
    }

    private AbstractInsnNode moved(AbstractInsnNode node) {
        if (node instanceof VarInsnNode variable) {
            variable.var += base;
        } else if (node instanceof IincInsnNode increment) {
            increment.var += base;
        }
        return node;
    }

    /** The labels of a method, each with a new one. */
    static Map<LabelNode, LabelNode> labels(MethodNode method) {
        Map<LabelNode, LabelNode> labels = new HashMap<>();
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LabelNode label) {
                labels.put(label, new LabelNode());
            }
        }
        return labels;
    }

    static LocalVariableNode moved(LocalVariableNode variable, Map<LabelNode, LabelNode> labels, int base) {
        return new LocalVariableNode(
                variable.name,
                variable.desc,
                variable.signature,
                labels.get(variable.start),
                labels.get(variable.end),
                variable.index + base);
    }
}
