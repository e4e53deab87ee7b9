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
 * Memory as more local variables, behind a method's own: one for each field that the method reads, whatever the object, and
 * one for the elements of all arrays of references. An instruction that stores gives the variable another value; so an
 * expression that reads memory stays the same as long as what it is made of does. Immutable.
 */
final class Memory {
    /** The key of all elements of arrays of references. */
    static final String ELEMENTS = "[]";
    /** The key of all there is. */
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

    /** Owners may differ in name for the same field. */
    private static String key(FieldInsnNode node) {
        return key(node.name, node.desc);
    }

    /** What a field is known by here. */
    static String key(String name, String descriptor) {
        return name + ":" + descriptor;
    }

    /** The variable of elements, and the first of memory. */
    int elements() {
        return elements;
    }

    /** The variable of a field that is read somewhere. */
    int slot(FieldInsnNode node) {
        return slots.get(key(node));
    }

    /** The variable of a FIELD. */
    int slot(Value field) {
        return slots.get(field.name().substring(field.name().indexOf('.') + 1));
    }

    /** One behind the last variable. */
    int end() {
        return elements + 1 + slots.size();
    }

    /** The variables that an instruction may change. */
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
