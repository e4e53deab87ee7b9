package jdsm.agent.pass.access;

import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Checks in loops that may synchronise, which remember their last target and the count of lowered rights
 * ({@link jdsm.runtime.Checks#lowered}): most synchronisations take no right away. Remembered are elements of arrays of
 * primitives, whose handles a table has, and the objects of parameters. No other reference is kept, for all that it
 * leads to would be kept with it.
 */
final class Remembered {
    /** The most checks of one method, for each has variables and some 40 bytes of code. */
    private static final int MOST = 16;

    private final MethodModel model;
    private final InsnList start = new InsnList();
    private int number;

    Remembered(MethodModel model) {
        this.model = model;
    }

    /** Whether a check directly before an access is one of these. */
    boolean has(Access access) {
        Region innermost = model.loops.innermost(model.graph.blockOf(access.instruction()));
        if (innermost == null || number == MOST || model.synchronization(innermost) < 0) {
            return false;
        }
        Access.Target target = access.target();
        if (!target.isElement()) {
            return access.objectSlot() >= 0 && target.object().kind() == Value.Kind.PARAMETER;
        }
        return target.type() != null && !Snippets.REFERENCES.equals(target.type());
    }

    /** {@code nothing -> nothing}: checks the object in a variable. */
    void object(Access access, InsnList code) {
        number++;
        int count = count();
        LabelNode end = new LabelNode();
        code.add(new VarInsnNode(Opcodes.LLOAD, count));
        code.add(Snippets.isStill());
        code.add(new JumpInsnNode(Opcodes.IFNE, end));
        code.add(new VarInsnNode(Opcodes.ALOAD, access.objectSlot()));
        code.add(Snippets.handleOf(access.target().type()));
        code.add(Snippets.checkOnce(access.target().write()));
        code.add(new VarInsnNode(Opcodes.LSTORE, count));
        code.add(end);
    }

    /**
     * {@code array -> nothing}: checks one element.
     *
     * @param index the variable with the index
     */
    void element(Access.Target target, int index, InsnList code) {
        number++;
        int array = reference();
        int handle = reference();
        int count = count();
        LabelNode again = new LabelNode();
        LabelNode known = new LabelNode();
        LabelNode end = new LabelNode();
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new VarInsnNode(Opcodes.ALOAD, array));
        code.add(new JumpInsnNode(Opcodes.IF_ACMPNE, again));
        code.add(new VarInsnNode(Opcodes.LLOAD, count));
        code.add(Snippets.isStill());
        code.add(new JumpInsnNode(Opcodes.IFNE, known));
        code.add(again);
        code.add(new InsnNode(Opcodes.ACONST_NULL)); // if the check throws, there is no last array
        code.add(new VarInsnNode(Opcodes.ASTORE, array));
        code.add(Snippets.lowered());
        code.add(new VarInsnNode(Opcodes.LSTORE, count));
        code.add(new InsnNode(Opcodes.DUP));
        code.add(Snippets.handleOfArray(target.type(), !target.write()));
        code.add(Snippets.unlessAccessible(target.write()));
        code.add(new VarInsnNode(Opcodes.ASTORE, handle));
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new VarInsnNode(Opcodes.ASTORE, array));
        code.add(known);
        code.add(new InsnNode(Opcodes.POP));
        code.add(new VarInsnNode(Opcodes.ALOAD, handle));
        code.add(new JumpInsnNode(Opcodes.IFNULL, end));
        code.add(new VarInsnNode(Opcodes.ALOAD, handle));
        code.add(new VarInsnNode(Opcodes.ILOAD, index));
        code.add(Snippets.checkElement(target.write()));
        code.add(end);
    }

    private int reference() {
        int variable = model.method.maxLocals++;
        start.add(new InsnNode(Opcodes.ACONST_NULL));
        start.add(new VarInsnNode(Opcodes.ASTORE, variable));
        return variable;
    }

    private int count() {
        int variable = model.method.maxLocals;
        model.method.maxLocals += 2;
        start.add(new LdcInsnNode(jdsm.runtime.Checks.NEVER));
        start.add(new VarInsnNode(Opcodes.LSTORE, variable));
        return variable;
    }

    /** The code that the method begins with, for the checks so far. */
    InsnList start() {
        return start;
    }
}
