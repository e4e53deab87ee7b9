package jdsm.agent.pass.monitor;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.objectweb.asm.Opcodes.MONITOREXIT;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Weaves the monitor instructions of a method. A compiler protects a synchronized block, including its MONITOREXITs, by
 * a handler that exits the monitor and rethrows; the handler also protects itself. That handler must not protect the
 * report woven before a MONITOREXIT: if the report failed there, the handler would report the exit a second time, and
 * if it failed in the handler, the handler would run for ever. A failed report instead exits the monitor and throws
 * to the code around the block:
 * <pre>
 *     store lock
 *   a: load lock; call Monitors.exiting          handled at h
 *   b: goto exit
 *   h: store failure; load lock; MONITOREXIT; load failure; ATHROW
 *   exit: load lock; MONITOREXIT
 * </pre>
 * The block's own handler does not protect the range from {@code a} to {@code exit}.
 */
final class MonitorBlocks {
    private static final String MONITORS = "jdsm/runtime/Monitors";
    private static final String TAKES_LOCK = "(Ljava/lang/Object;)V";
    private static final Type OBJECT = Type.getType(Object.class);
    private static final int STACK = 2;

    private MonitorBlocks() {}

    static void weave(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction.getOpcode() == MONITORENTER) {
                weaveEnter(method, instruction);
            } else if (instruction.getOpcode() == MONITOREXIT) {
                weaveExit(method, instruction);
            }
        }
    }

    /**
     * Weaves a MONITORENTER. The block's handler also protects the report, for the monitor is held when the report
     * fails. The object waits in a variable: while a virtual thread waits for a monitor, HotSpot 25 does not tell its collectors
     * of what lies below the object on the stack of interpreted code.
     */
    private static void weaveEnter(MethodNode method, AbstractInsnNode enter) {
        LabelNode before = new LabelNode();
        int lock = storedBefore(enter);
        if (lock < 0) {
            lock = Locals.fresh(method, OBJECT);
            method.instructions.insertBefore(enter, new InsnNode(DUP));
            method.instructions.insertBefore(enter, new VarInsnNode(ASTORE, lock));
        }
        InsnList behind = new InsnList();
        behind.add(before);
        behind.add(new VarInsnNode(ALOAD, lock));
        behind.add(EntryPoints.call(MONITORS, "entered", TAKES_LOCK));
        AbstractInsnNode next = enter.getNext();
        method.instructions.insert(enter, behind);
        for (; next != null && next.getOpcode() < 0; next = next.getNext()) {
            for (TryCatchBlockNode block : method.tryCatchBlocks) {
                if (block.start == next && block.type == null) {
                    block.start = before;
                }
            }
        }
        method.maxStack += STACK;
    }

    /** The variable into which the compiler has put the object, directly before the MONITORENTER; -1 if there is none. */
    private static int storedBefore(AbstractInsnNode enter) {
        boolean stored = enter.getPrevious() instanceof VarInsnNode store
                && store.getOpcode() == ASTORE
                && store.getPrevious() != null
                && store.getPrevious().getOpcode() == DUP;
        return stored ? ((VarInsnNode) enter.getPrevious()).var : -1;
    }

    private static void weaveExit(MethodNode method, AbstractInsnNode exit) {
        List<TryCatchBlockNode> own = ownProtection(method, exit);
        int lock = Locals.fresh(method, OBJECT);
        int failure = Locals.fresh(method, OBJECT);
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode handler = new LabelNode();
        LabelNode go = new LabelNode();
        InsnList code = new InsnList();
        code.add(new VarInsnNode(ASTORE, lock));
        code.add(start);
        code.add(new VarInsnNode(ALOAD, lock));
        code.add(EntryPoints.call(MONITORS, "exiting", TAKES_LOCK));
        code.add(end);
        code.add(new JumpInsnNode(GOTO, go));
        code.add(handler);
        code.add(new VarInsnNode(ASTORE, failure));
        code.add(new VarInsnNode(ALOAD, lock));
        code.add(new InsnNode(MONITOREXIT));
        code.add(new VarInsnNode(ALOAD, failure));
        code.add(new InsnNode(ATHROW));
        code.add(go);
        code.add(new VarInsnNode(ALOAD, lock));
        method.instructions.insertBefore(exit, code);
        for (TryCatchBlockNode block : own) {
            cut(method, block, start, go);
        }
        method.tryCatchBlocks.add(0, new TryCatchBlockNode(start, end, handler, null));
        method.maxStack += STACK;
    }

    private static void cut(MethodNode method, TryCatchBlockNode block, LabelNode from, LabelNode to) {
        TryCatchBlockNode rest = new TryCatchBlockNode(to, block.end, block.handler, block.type);
        method.tryCatchBlocks.add(method.tryCatchBlocks.indexOf(block) + 1, rest);
        block.end = from;
    }

    /** The entries of the exception table that protect a MONITOREXIT and whose handler exits the same monitor. */
    private static List<TryCatchBlockNode> ownProtection(MethodNode method, AbstractInsnNode exit) {
        List<TryCatchBlockNode> own = new ArrayList<>();
        if (!(exit.getPrevious() instanceof VarInsnNode load) || load.getOpcode() != ALOAD) {
            return own;
        }
        int position = method.instructions.indexOf(exit);
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (block.type == null
                    && method.instructions.indexOf(block.start) < position
                    && position < method.instructions.indexOf(block.end)
                    && exitsFirst(block.handler, load.var)) {
                own.add(block);
            }
        }
        return own;
    }

    /**
     * Whether a handler stores an exception and then exits the monitor in a variable; recognises woven and unwoven
     * code.
     */
    private static boolean exitsFirst(AbstractInsnNode handler, int lock) {
        AbstractInsnNode store = real(handler);
        if (store == null || store.getOpcode() != ASTORE) {
            return false;
        }
        AbstractInsnNode load = real(store.getNext());
        if (!(load instanceof VarInsnNode loaded) || load.getOpcode() != ALOAD || loaded.var != lock) {
            return false;
        }
        AbstractInsnNode next = real(load.getNext());
        return next != null && (next.getOpcode() == MONITOREXIT || next.getOpcode() == ASTORE);
    }

    private static AbstractInsnNode real(AbstractInsnNode from) {
        AbstractInsnNode node = from;
        while (node != null && node.getOpcode() < 0) {
            node = node.getNext();
        }
        return node;
    }
}
