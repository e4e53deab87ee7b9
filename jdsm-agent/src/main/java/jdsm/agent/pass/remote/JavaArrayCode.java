package jdsm.agent.pass.remote;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Makes the instructions that find and use the arrays of Java which remote arrays are. */
final class JavaArrayCode {
    private JavaArrayCode() {}

    /**
     * {@code remote array -> nothing}: stores its array of Java, or null, and whether all were found so far.
     *
     * @param java the variable that receives the array
     * @param all the variable that says whether all arrays were found
     */
    static void find(ElementKind kind, int java, int all, InsnList out) {
        out.add(MethodChange.code("java", "(L" + ElementKind.ARRAY + ";)Ljava/lang/Object;"));
        out.add(new TypeInsnNode(Opcodes.CHECKCAST, "[" + kind.letter));
        out.add(new VarInsnNode(Opcodes.ASTORE, java));
        out.add(new VarInsnNode(Opcodes.ILOAD, all));
        out.add(new VarInsnNode(Opcodes.ALOAD, java));
        out.add(MethodChange.code("isAlso", "(ZLjava/lang/Object;)Z"));
        out.add(new VarInsnNode(Opcodes.ISTORE, all));
    }

    /**
     * Makes an access to an element of a remote array one to its array of Java; what is on the stack stays as it is.
     *
     * @param access the program's instruction
     * @param value the variable for the value of a store; -1 for a load
     * @param at the variable for the index
     */
    static void access(AbstractInsnNode access, ElementKind kind, int java, int value, int at, InsnList out) {
        boolean store = value >= 0;
        if (store) {
            out.add(new VarInsnNode(kind.storeValue, value));
        }
        out.add(new VarInsnNode(Opcodes.ISTORE, at));
        out.add(new InsnNode(Opcodes.POP)); // the remote array
        out.add(new VarInsnNode(Opcodes.ALOAD, java));
        out.add(new VarInsnNode(Opcodes.ILOAD, at));
        if (store) {
            out.add(new VarInsnNode(kind.storeValue - Opcodes.ISTORE + Opcodes.ILOAD, value));
        }
        out.add(access.clone(null));
    }
}
