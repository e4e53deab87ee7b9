package jdsm.agent.pass.inline;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The receiver of a copied loop, whose class is known there. A variable has it as an object of its class, and one more as an object of each
 * superclass whose methods run on it: the verifier takes a cast as it is, and loads neither class to compare them.
 */
final class KnownReceiver {
    private final String type;
    private final int receiver;
    private final MethodNode method;
    private final Map<String, Integer> variables = new HashMap<>();
    private AbstractInsnNode last;

    /**
     * @param type the object's class
     * @param receiver a variable that contains the object before the loop
     * @param last an instruction that runs before the loop for objects of this class only
     */
    KnownReceiver(String type, int receiver, MethodNode method, AbstractInsnNode last) {
        this.type = type;
        this.receiver = receiver;
        this.method = method;
        this.last = last;
    }

    String type() {
        return type;
    }

    boolean isIn(int variable) {
        return variables.containsValue(variable);
    }

    /** A variable with the object as one of a class, which is its own or one above. */
    int as(String above) {
        return variables.computeIfAbsent(above, this::cast);
    }

    private int cast(String above) {
        int variable = method.maxLocals++;
        InsnList code = new InsnList();
        AbstractInsnNode store = new VarInsnNode(Opcodes.ASTORE, variable);
        code.add(new VarInsnNode(Opcodes.ALOAD, receiver));
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, above));
        code.add(store);
        method.instructions.insert(last, code);
        last = store;
        return variable;
    }
}
