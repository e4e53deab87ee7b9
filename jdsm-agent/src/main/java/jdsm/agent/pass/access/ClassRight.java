package jdsm.agent.pass.access;

import jdsm.agent.analysis.Value;
import jdsm.runtime.Checks;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;

/**
 * The right to all objects of a class and of its subclasses, or to all arrays of references that a variable of a type may
 * have.
 *
 * @param type the class's internal name, or the name of {@link Checks#arraysOf}
 * @param write whether to write them, else to read them
 */
record ClassRight(String type, boolean write) {
    /** The greatest number of rights to compare in place of checks. */
    static final int MOST = 4;

    private static final String TEST = "(I)Z";

    /** The right that makes the check of a target unnecessary; null for an element that is no reference. */
    static ClassRight to(Access.Target target) {
        return target.isElement()
                ? toElements(target.type(), target.object(), target.write())
                : new ClassRight(target.type(), target.write());
    }

    /**
     * The right to all arrays that an array is one of; null if its elements are no references.
     *
     * @param type the descriptor by which the code looks up the array's handle
     */
    static ClassRight toElements(String type, Value array, boolean write) {
        return Snippets.REFERENCES.equals(type) ? new ClassRight(Checks.arraysOf(array.type()), write) : null;
    }

    /** Appends a jump that is taken if the right is missing. */
    void orElse(LabelNode missing, InsnList code) {
        test(code);
        code.add(new JumpInsnNode(Opcodes.IFEQ, missing));
    }

    /** Appends the test: 0 if the right is missing. */
    void test(InsnList code) {
        code.add(Snippets.constant(Checks.slotOf(type)));
        code.add(Snippets.call(Snippets.CHECKS, write ? "areWritable" : "areReadable", TEST));
    }
}
