package jdsm.agent.pass.monitor;

import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNCHRONIZED;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.RETURN;

import jdsm.agent.pass.Locals;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Turns a synchronized method into a method whose body is a synchronized block, in the form that javac produces. Stack
 * traces and results stay the same.
 */
final class SynchronizedMethod {
    private static final Type OBJECT = Type.getType(Object.class);
    private static final int STACK = 2;

    private SynchronizedMethod() {}

    static void toBlock(ClassNode node, MethodNode method) {
        int lock = Locals.fresh(method, OBJECT);
        InsnList code = method.instructions;
        LabelNode handler = new LabelNode();
        LabelNode start = new LabelNode();
        LabelNode from = start;
        for (AbstractInsnNode instruction : code.toArray()) {
            int opcode = instruction.getOpcode();
            if (opcode >= IRETURN && opcode <= RETURN) {
                LabelNode end = new LabelNode();
                LabelNode next = new LabelNode();
                code.insertBefore(instruction, new VarInsnNode(ALOAD, lock));
                code.insertBefore(instruction, new InsnNode(MONITOREXIT));
                code.insertBefore(instruction, end);
                code.insert(instruction, next);
                protect(method, from, end, handler);
                from = next;
            }
        }
        InsnList entry = new InsnList();
        boolean isStatic = (method.access & ACC_STATIC) != 0;
        entry.add(isStatic ? new LdcInsnNode(Type.getObjectType(node.name)) : new VarInsnNode(ALOAD, 0));
        entry.add(new InsnNode(DUP));
        entry.add(new VarInsnNode(ASTORE, lock));
        entry.add(new InsnNode(MONITORENTER));
        entry.add(start);
        code.insert(entry);
        LabelNode end = new LabelNode();
        int failure = Locals.fresh(method, OBJECT);
        code.add(handler);
        code.add(new VarInsnNode(ASTORE, failure));
        code.add(new VarInsnNode(ALOAD, lock));
        code.add(new InsnNode(MONITOREXIT));
        code.add(end);
        code.add(new VarInsnNode(ALOAD, failure));
        code.add(new InsnNode(ATHROW));
        // The range from the last return to the handler's own MONITOREXIT, as javac writes it.
        protect(method, from, end, handler);
        method.access &= ~ACC_SYNCHRONIZED;
        method.maxStack += STACK;
    }

    private static void protect(MethodNode method, LabelNode from, LabelNode to, LabelNode handler) {
        method.tryCatchBlocks.add(new TryCatchBlockNode(from, to, handler, null));
    }
}
