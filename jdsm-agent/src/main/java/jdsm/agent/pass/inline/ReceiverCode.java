package jdsm.agent.pass.inline;

import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.SymbolicValues;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Makes the code that finds a receiver before a loop, where the loop's own code finds the same object in each iteration. The code throws nothing: where
 * an object is missing it jumps elsewhere.
 */
final class ReceiverCode {
    private final MethodNode method;
    private final SymbolicValues symbolic;
    private final Frame<Value> entry;

    ReceiverCode(MethodNode method, SymbolicValues symbolic, Loop loop) {
        this.method = method;
        this.symbolic = symbolic;
        this.entry = symbolic.entry(loop);
    }

    /** Whether code before the loop can find an object, or a number, that the loop uses. */
    boolean finds(Value value) {
        return slotOf(value) >= 0
                || switch (value.kind()) {
                    case CONSTANT -> true;
                    case FIELD -> value.part(0) != null && finds(value.part(0)) && symbolic.isCurrent(value, entry);
                    case ELEMENT ->
                        value.number() == Opcodes.AALOAD
                                && value.type() != null
                                && finds(value.part(0))
                                && finds(value.part(1))
                                && symbolic.isCurrent(value, entry);
                    default -> false;
                };
    }

    private int slotOf(Value value) {
        if (value.getSize() == 1 && value.kind() != Value.Kind.UNSET) {
            for (int slot = 0; slot < symbolic.variables(); slot++) {
                if (entry.getLocal(slot) == value) {
                    return slot;
                }
            }
        }
        return -1;
    }

    /**
     * {@code nothing -> value}: finds a value, or jumps to {@code missing} with nothing on the stack.
     *
     * @param load the instruction that loads the value from a variable, by whether it is an object
     */
    private void find(Value value, int load, LabelNode missing, InsnList code) {
        int slot = slotOf(value);
        if (slot >= 0) {
            code.add(new VarInsnNode(load, slot));
        } else if (value.kind() == Value.Kind.CONSTANT) {
            code.add(new LdcInsnNode(value.number()));
        } else if (value.kind() == Value.Kind.FIELD) {
            int object = findObject(value.part(0), missing, code);
            code.add(new VarInsnNode(Opcodes.ALOAD, object));
            code.add(fieldOf(value));
        } else {
            element(value, missing, code);
        }
    }

    /** Finds an object, which is not null. @return a variable that then contains it */
    int findObject(Value value, LabelNode missing, InsnList code) {
        int slot = slotOf(value);
        if (slot < 0) {
            find(value, Opcodes.ALOAD, missing, code);
            slot = method.maxLocals++;
            code.add(new VarInsnNode(Opcodes.ASTORE, slot));
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, slot));
        code.add(new JumpInsnNode(Opcodes.IFNULL, missing));
        return slot;
    }

    private void element(Value value, LabelNode missing, InsnList code) {
        int array = findObject(value.part(0), missing, code);
        find(value.part(1), Opcodes.ILOAD, missing, code);
        int index = method.maxLocals++;
        code.add(new VarInsnNode(Opcodes.ISTORE, index));
        code.add(new VarInsnNode(Opcodes.ILOAD, index));
        code.add(new JumpInsnNode(Opcodes.IFLT, missing));
        code.add(new VarInsnNode(Opcodes.ILOAD, index));
        code.add(new VarInsnNode(Opcodes.ALOAD, array));
        code.add(new InsnNode(Opcodes.ARRAYLENGTH));
        code.add(new JumpInsnNode(Opcodes.IF_ICMPGE, missing));
        code.add(new VarInsnNode(Opcodes.ALOAD, array));
        code.add(new VarInsnNode(Opcodes.ILOAD, index));
        code.add(new InsnNode(Opcodes.AALOAD));
    }

    private static AbstractInsnNode fieldOf(Value value) {
        int dot = value.name().indexOf('.');
        int colon = value.name().indexOf(':');
        return new FieldInsnNode(
                Opcodes.GETFIELD,
                value.name().substring(0, dot),
                value.name().substring(dot + 1, colon),
                value.name().substring(colon + 1));
    }
}
