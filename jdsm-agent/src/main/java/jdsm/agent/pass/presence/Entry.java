package jdsm.agent.pass.presence;

import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Has a method enter woven code at its begin, and leave at each of its ends. */
final class Entry {
    static final String PRESENCE = "jdsm/runtime/Presence";

    private static final int STACK = 2;

    private Entry() {}

    static void weave(MethodNode method) {
        guard(method, EntryPoints.call(PRESENCE, "enter", "()I"), "leave");
        method.maxStack += STACK;
    }

    /**
     * Puts code around a method's.
     *
     * @param first begins the method; leaves an int on the stack
     * @param last the entry point that gets this int at each end
     */
    static void guard(MethodNode method, AbstractInsnNode first, String last) {
        int result = Locals.fresh(method, Type.INT_TYPE);
        InsnList code = method.instructions;
        LabelNode start = new LabelNode();
        LabelNode handler = new LabelNode();
        InsnList begin = new InsnList();
        begin.add(first);
        begin.add(new VarInsnNode(Opcodes.ISTORE, result));
        begin.add(start);
        code.insert(begin);
        LabelNode from = start;
        for (AbstractInsnNode instruction : code.toArray()) {
            int opcode = instruction.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                LabelNode end = new LabelNode();
                LabelNode next = new LabelNode();
                code.insertBefore(instruction, end);
                code.insertBefore(instruction, new VarInsnNode(Opcodes.ILOAD, result));
                code.insertBefore(instruction, EntryPoints.call(PRESENCE, last, "(I)V"));
                code.insert(instruction, next);
                protect(method, from, end, handler);
                from = next;
            }
        }
        code.add(handler);
        protect(method, from, handler, handler);
        code.add(new VarInsnNode(Opcodes.ILOAD, result));
        code.add(EntryPoints.call(PRESENCE, last, "(I)V"));
        code.add(new InsnNode(Opcodes.ATHROW));
    }

    private static void protect(MethodNode method, LabelNode from, LabelNode to, LabelNode handler) {
        for (AbstractInsnNode node = from; node != to; node = node.getNext()) {
            if (node.getOpcode() >= 0) {
                method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, handler, null));
                return;
            }
        }
    }
}
