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
    static ClassRight to(Access.Target target, MethodModel model) {
        if (!target.isElement()) {
            return new ClassRight(target.type(), target.write());
        }
        return Snippets.REFERENCES.equals(target.type()) ? toArrays(target.object(), target.write(), model) : null;
    }

    /** The right that makes checks of an array of references unnecessary. */
    static ClassRight toArrays(Value array, boolean write, MethodModel model) {
        return new ClassRight(Checks.arraysOf(declared(array, model)), write);
    }

    /**
     * The type of which an array is certainly, or of a subtype; null if it is not known. The verifier takes any array for one of an
     * interface's. A value that a loop changes has the type that it has before the loop, and may get another one.
     */
    private static String declared(Value array, MethodModel model) {
        String type = array.type();
        if (type == null || !type.startsWith("[") || !isCertain(array, model)) {
            return null;
        }
        String element = type.substring(type.lastIndexOf('[') + 1);
        String name = element.startsWith("L") ? element.substring(1, element.length() - 1) : null;
        boolean isClass = name == null || model.classes.isApplication(name) && !model.classes.isInterface(name);
        return isClass ? type : null;
    }

    private static boolean isCertain(Value value, MethodModel model) {
        return switch (value.kind()) {
            case PARAMETER, FIELD, CAST -> true;
            case ELEMENT -> isCertain(value.part(0), model);
            case RESULT -> {
                int opcode = model.graph.instruction(value.number()).getOpcode();
                yield opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.INVOKEDYNAMIC
                        || opcode == Opcodes.ANEWARRAY
                        || opcode == Opcodes.MULTIANEWARRAY;
            }
            default -> false;
        };
    }

    /** Appends a jump that is taken if the right is missing. */
    void orElse(LabelNode missing, InsnList code) {
        test(code);
        code.add(new JumpInsnNode(Opcodes.IFEQ, missing));
    }

    /** Appends the number that stands for the right in checks. */
    void push(InsnList code) {
        code.add(Snippets.constant(Checks.slotOf(type)));
    }

    /** Appends the test: 0 if the right is missing. */
    void test(InsnList code) {
        push(code);
        code.add(Snippets.call(Snippets.CHECKS, write ? "areWritable" : "areReadable", TEST));
    }
}
