package jdsm.agent.analysis;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Models memory as additional local variables behind a method's own. Each field that the method reads has one variable
 * for all objects. One more variable stands for the elements of all arrays of references, and one each for those of all
 * arrays of int, byte or boolean, char, and short; elements of other types never are part of an index or a bound. An
 * instruction that stores assigns the variable a new value. Two reads of memory are therefore equal while their object
 * and their variable of memory are equal. Immutable.
 */
final class Memory {
    /** The key of all elements of arrays of references. */
    static final String ELEMENTS = "[]";
    /** The key of all memory. */
    static final String ANYWHERE = "*";
    /** The keys of elements, in the order of their variables. */
    private static final List<String> ALL_ELEMENTS = List.of(ELEMENTS, "[I", "[B", "[C", "[S");

    private static final Set<String> TYPES_OF_ALL_ARRAYS =
            Set.of("Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;");

    private final Effects effects;
    private final int first;
    private final Map<String, Integer> slots = new HashMap<>();

    Memory(MethodNode method, Effects effects) {
        this.effects = effects;
        this.first = method.maxLocals;
        ALL_ELEMENTS.forEach(key -> slots.put(key, first + slots.size()));
        for (AbstractInsnNode node : method.instructions) {
            if (node.getOpcode() == Opcodes.GETFIELD || node.getOpcode() == Opcodes.GETSTATIC) {
                slots.putIfAbsent(key((FieldInsnNode) node), first + slots.size());
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

    /** The key of the elements that an array instruction loads or stores; null if memory does not model them. */
    static String elements(int opcode) {
        return switch (opcode) {
            case Opcodes.AALOAD, Opcodes.AASTORE -> ELEMENTS;
            case Opcodes.IALOAD, Opcodes.IASTORE -> "[I";
            case Opcodes.BALOAD, Opcodes.BASTORE -> "[B";
            case Opcodes.CALOAD, Opcodes.CASTORE -> "[C";
            case Opcodes.SALOAD, Opcodes.SASTORE -> "[S";
            default -> null;
        };
    }

    /**
     * The keys of the elements that code may store into if it is given a reference of a type.
     *
     * @param descriptor the type of a parameter
     */
    static Set<String> elementsReachedBy(String descriptor) {
        if (TYPES_OF_ALL_ARRAYS.contains(descriptor)) {
            return Set.copyOf(ALL_ELEMENTS);
        }
        if (!descriptor.startsWith("[")) {
            return Set.of();
        }
        String key = descriptor.length() > 2 ? ELEMENTS : descriptor.equals("[Z") ? "[B" : descriptor;
        return ALL_ELEMENTS.contains(key) ? Set.of(key) : Set.of();
    }

    /** Memory's first variable. */
    int first() {
        return first;
    }

    /** The variable of the elements that an instruction loads. */
    int slot(int loadOpcode) {
        return slots.get(elements(loadOpcode));
    }

    /** The variable of a field that the method reads. */
    int slot(FieldInsnNode node) {
        return slots.get(key(node));
    }

    /** The variable of a value of kind FIELD or ELEMENT. */
    int slot(Value read) {
        return read.kind() == Value.Kind.ELEMENT
                ? slot(read.number())
                : slots.get(read.name().substring(read.name().indexOf('.') + 1));
    }

    /** The number behind memory's last variable. */
    int end() {
        return first + slots.size();
    }

    /** The variables of memory that an instruction may change. */
    BitSet changedBy(AbstractInsnNode node) {
        BitSet changed = new BitSet();
        if (node.getOpcode() < 0) {
            return changed;
        }
        Set<String> stores = effects.stores(node);
        if (stores == null) {
            changed.set(first, end());
            return changed;
        }
        for (String key : stores) {
            Integer slot = slots.get(key);
            if (slot != null) {
                changed.set(slot);
            }
        }
        return changed;
    }
}
