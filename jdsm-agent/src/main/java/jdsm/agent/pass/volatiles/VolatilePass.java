package jdsm.agent.pass.volatiles;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.PUTFIELD;

import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.UninitializedThis;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts accesses to volatile fields and volatile elements between two calls of {@link jdsm.runtime.Volatiles}. The first
 * call returns the object's handle for the second, because the object may become shared in between.
 */
public final class VolatilePass implements Pass {
    private static final String VOLATILES = "jdsm/runtime/Volatiles";
    private static final String TAKES_HANDLE = "(" + EntryPoints.SHARED + ")V";
    private static final String GIVES_HANDLE = "(Ljava/lang/Object;)" + EntryPoints.SHARED;
    private static final Type HANDLE = Type.getType(EntryPoints.SHARED);
    private static final int STACK = 4;

    private final boolean sharesReads;
    private final boolean fields;

    /** A pass whose reads share copies. */
    public VolatilePass() {
        this(true, true);
    }

    private VolatilePass(boolean sharesReads, boolean fields) {
        this.sharesReads = sharesReads;
        this.fields = fields;
    }

    /** A pass whose reads hold the unit as writes do, for a job that records the order of accesses. */
    public static VolatilePass exclusive() {
        return new VolatilePass(false, true);
    }

    /** A pass that leaves volatile fields to the JVM, for a job of one rank. */
    public static VolatilePass elementsOnly() {
        return new VolatilePass(true, false);
    }

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        for (MethodNode method : node.methods) {
            VolatileElements.weave(node, method, classes, report, sharesReads);
            if (fields) {
                weaveFields(node, method, classes);
            }
        }
    }

    private void weaveFields(ClassNode node, MethodNode method, Classes classes) {
        UninitializedThis early = null;
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (!(instruction instanceof FieldInsnNode access) || !isVolatile(access, classes)) {
                continue;
            }
            if (early == null) {
                early = UninitializedThis.of(node.name, method);
            }
            if (sharesReads && access.getOpcode() == GETFIELD && !isCompound(access, DUP)) {
                weaveRead(method, access);
            } else if (!early.isStore(access)) {
                weave(method, access);
            }
        }
    }

    private static boolean isVolatile(FieldInsnNode access, Classes classes) {
        return (access.getOpcode() == GETFIELD || access.getOpcode() == PUTFIELD)
                && classes.kindOf(access.owner, access.name, access.desc) == FieldKind.VOLATILE;
    }

    /**
     * Whether a read belongs to an assignment like {@code +=}, which writes next. Such a read holds the unit, so that
     * ownership moves once.
     *
     * @param copies the instruction by which such an assignment copies the operands of its read
     */
    static boolean isCompound(AbstractInsnNode read, int copies) {
        AbstractInsnNode before = read.getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        return before != null && before.getOpcode() == copies;
    }

    private static void weaveRead(MethodNode method, FieldInsnNode access) {
        InsnList before = new InsnList();
        before.add(new InsnNode(DUP));
        before.add(EntryPoints.call(VOLATILES, "beginRead", "(Ljava/lang/Object;)V"));
        method.instructions.insertBefore(access, before);
        method.instructions.insert(access, EntryPoints.call(VOLATILES, "endRead", "()V"));
        method.maxStack += STACK;
    }

    private static void weave(MethodNode method, FieldInsnNode access) {
        int handle = Locals.fresh(method, HANDLE);
        Locals value = access.getOpcode() == PUTFIELD ? new Locals(method, Type.getType(access.desc)) : null;
        InsnList before = new InsnList();
        if (value != null) {
            value.store(before, 0);
        }
        before.add(new InsnNode(DUP));
        before.add(EntryPoints.call(VOLATILES, "enter", GIVES_HANDLE));
        before.add(new VarInsnNode(ASTORE, handle));
        if (value != null) {
            value.load(before, 0);
        }
        method.instructions.insertBefore(access, before);
        InsnList behind = new InsnList();
        behind.add(new VarInsnNode(ALOAD, handle));
        behind.add(EntryPoints.call(VOLATILES, "exit", TAKES_HANDLE));
        method.instructions.insert(access, behind);
        method.maxStack += STACK;
    }
}
