package jdsm.agent.pass;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Fresh local variables of a method, which hold values from the stack while other code runs, such as the arguments of a
 * call.
 */
public final class Locals {
    private final Type[] types;
    private final int[] indices;

    /** Allocates a fresh variable for each type. */
    public Locals(MethodNode method, Type... types) {
        this.types = types;
        this.indices = new int[types.length];
        for (int i = 0; i < types.length; i++) {
            indices[i] = fresh(method, types[i]);
        }
    }

    /** Allocates a variable that the method does not use yet. */
    public static int fresh(MethodNode method, Type type) {
        int index = method.maxLocals;
        method.maxLocals += type.getSize();
        return index;
    }

    /** Pops values from the stack into the variables from {@code from} on; the last value is on top. */
    public void store(InsnList code, int from) {
        for (int i = types.length - 1; i >= from; i--) {
            code.add(new VarInsnNode(types[i].getOpcode(Opcodes.ISTORE), indices[i]));
        }
    }

    /** Pushes the values of the variables from {@code from} on. */
    public void load(InsnList code, int from) {
        for (int i = from; i < types.length; i++) {
            loadOne(code, i);
        }
    }

    /** Pushes the value of one variable. */
    public void loadOne(InsnList code, int which) {
        code.add(new VarInsnNode(types[which].getOpcode(Opcodes.ILOAD), indices[which]));
    }
}
