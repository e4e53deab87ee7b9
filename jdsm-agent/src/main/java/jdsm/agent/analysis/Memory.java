package jdsm.agent.analysis;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Models memory as additional local variables behind a method's own. Each field that the method reads has one variable
 * for all objects; one more variable stands for the elements of all arrays of references. An instruction that stores
 * assigns the variable a new value. Two reads of memory are therefore equal while their object and their variable of
 * memory are equal. Immutable.
 */
final class Memory {
    /** The key of all elements of arrays of references. */
    static final String ELEMENTS = "[]";
    /** The key of all memory. */
    static final String ANYWHERE = "*";

    private final Effects effects;
    private final int elements;
    private final Map<String, Integer> slots = new HashMap<>();

    Memory(MethodNode method, Effects effects) {
        this.effects = effects;
        this.elements = method.maxLocals;
        for (AbstractInsnNode node : method.instructions) {
            if (node.getOpcode() == Opcodes.GETFIELD || node.getOpcode() == Opcodes.GETSTATIC) {
                slots.putIfAbsent(key((FieldInsnNode) node), elements + 1 + slots.size());
            }
        }
    }

    /**
     * The key of a field that an instruction reads; without the owner, for several names may denote the owner of one
     * field.
     */
    private static String key(FieldInsnNode node) {
        return key(node.name, node.desc);
    }

    /** The key of a field. */
    static String key(String name, String descriptor) {
        return name + ":" + descriptor;
    }

    /** The variable of all elements, which is memory's first variable. */
    int elements() {
        return elements;
    }

    /** The variable of a field that the method reads. */
    int slot(FieldInsnNode node) {
        return slots.get(key(node));
    }

    /** The variable of a value of kind FIELD. */
    int slot(Value field) {
        return slots.get(field.name().substring(field.name().indexOf('.') + 1));
    }

    /** The number behind memory's last variable. */
    int end() {
        return elements + 1 + slots.size();
    }

    /** The variables of memory that an instruction may change. */
    BitSet changedBy(AbstractInsnNode node) {
        BitSet changed = new BitSet();
        if (node.getOpcode() < 0) {
            return changed;
        }
        Set<String> stores = effects.stores(node);
        if (stores == null) {
            changed.set(elements, end());
            return changed;
        }
        for (String key : stores) {
            Integer slot = key.equals(ELEMENTS) ? Integer.valueOf(elements) : slots.get(key);
            if (slot != null) {
                changed.set(slot);
            }
        }
        return changed;
    }
}
