package jdsm.agent.pass;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Fresh local variables of a method, and the arguments of one call kept in them for a moment. */
public final class Locals {
    private final Type[] types;
    private final int[] indices;

    /** Takes a variable for each type. */
    public Locals(MethodNode method, Type... types) {
        this.types = types;
        this.indices = new int[types.length];
        for (int i = 0; i < types.length; i++) {
            indices[i] = fresh(method, types[i]);
        }
    }

    /** A variable that the method does not use yet. */
    public static int fresh(MethodNode method, Type type) {
        int index = method.maxLocals;
        method.maxLocals += type.getSize();
        return index;
    }

    /** Pops the values from the stack; the last one is on top. */
    public void store(InsnList code, int from) {
        for (int i = types.length - 1; i >= from; i--) {
            code.add(new VarInsnNode(types[i].getOpcode(Opcodes.ISTORE), indices[i]));
        }
    }

    /** Pushes the values from {@code from} on. */
    public void load(InsnList code, int from) {
        for (int i = from; i < types.length; i++) {
            loadOne(code, i);
        }
    }

    /** Pushes one value. */
    public void loadOne(InsnList code, int which) {
        code.add(new VarInsnNode(types[which].getOpcode(Opcodes.ILOAD), indices[which]));
    }
}
