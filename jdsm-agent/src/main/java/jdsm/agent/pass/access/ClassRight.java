package jdsm.agent.pass.access;

import jdsm.runtime.Checks;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The right to all objects of a class and of its subclasses.
 *
 * @param type the class's internal name
 * @param write whether to write them, else to read them
 */
record ClassRight(String type, boolean write) {
    /** The greatest number of rights to compare in place of checks. */
    static final int MOST = 4;

    private static final String TEST = "(I)Z";

    /** Appends a jump that is taken if the right is missing. */
    void orElse(LabelNode missing, InsnList code) {
        code.add(Snippets.constant(Checks.slotOf(type)));
        code.add(Snippets.call(Snippets.CHECKS, write ? "areWritable" : "areReadable", TEST));
        code.add(new JumpInsnNode(Opcodes.IFEQ, missing));
    }
}
