package jdsm.agent.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Value.Kind;
import org.objectweb.asm.Opcodes;

/** Makes the symbolic values of one method, one instance each, and simplifies int expressions. Not thread-safe. */
public final class Values {
    /** The greatest number of nodes of an expression; a longer one is not hoisted and counts as an opaque result. */
    private static final int MAX_NODES = 64;

    private static final int NO_SLOT = -1;
    private static final Value[] NO_PARTS = {};

    private final Map<ValueKey, Value> known = new HashMap<>();

    private Value make(Kind kind, int number, int slot, String name, String type, Value... parts) {
        ValueKey key = new ValueKey(kind, number, slot, name, Arrays.asList(parts));
        Value value = known.get(key);
        if (value == null) {
            int nodes = 1;
            Set<Value> leaves = new HashSet<>();
            for (Value part : parts) {
                if (part != null) {
                    nodes += part.nodes();
                    leaves.addAll(part.leaves());
                }
            }
            value = new Value(key, parts, type, nodes, leaves);
            known.put(key, value);
        }
        return value;
    }

    Value unset() {
        return make(Kind.UNSET, 0, NO_SLOT, null, null, NO_PARTS);
    }

    Value parameter(int slot, String type) {
        return make(Kind.PARAMETER, 0, slot, null, type, NO_PARTS);
    }

    Value result(int instruction, String type) {
        return make(Kind.RESULT, instruction, NO_SLOT, null, type, NO_PARTS);
    }

    /** The new value that an instruction gives to a variable of memory. */
    Value memory(int instruction, int slot) {
        return make(Kind.RESULT, instruction, slot, null, null, NO_PARTS);
    }

    Value merged(int block, int slot, String type) {
        return make(Kind.MERGED, block, slot, null, type, NO_PARTS);
    }

    Value entered(int block, int slot, String type) {
        return make(Kind.ENTERED, block, slot, null, type, NO_PARTS);
    }

    public Value constant(int number) {
        return make(Kind.CONSTANT, number, NO_SLOT, null, "I", NO_PARTS);
    }

    Value nothing() {
        return make(Kind.NULL, 0, NO_SLOT, null, null, NO_PARTS);
    }

    Value field(Value object, String field, String descriptor, Value memory) {
        return make(Kind.FIELD, 0, NO_SLOT, field, descriptor, object, memory);
    }

    /** @param opcode the instruction that loads the element */
    Value element(int opcode, Value array, Value index, Value memory) {
        String type = opcode == Opcodes.AALOAD ? elementType(array.type()) : "I";
        return make(Kind.ELEMENT, opcode, NO_SLOT, null, type, array, index, memory);
    }

    /** The type of the elements of an array of references; null if it is unknown. */
    private static String elementType(String array) {
        return array != null && (array.startsWith("[[") || array.startsWith("[L")) ? array.substring(1) : null;
    }

    Value length(Value array) {
        return make(Kind.LENGTH, 0, NO_SLOT, null, "I", array);
    }

    /** @param name the accessor of an end of a {@code jdsm.Range}, which never changes */
    Value end(Value range, String name) {
        return make(Kind.LENGTH, 0, NO_SLOT, name, "I", range);
    }

    Value cast(Value object, String descriptor) {
        return make(Kind.CAST, 0, NO_SLOT, descriptor, descriptor, object);
    }

    Value extreme(boolean min, Value left, Value right) {
        return make(Kind.EXTREME, min ? -1 : 1, NO_SLOT, null, "I", left, right);
    }

    /** The last value of a loop variable that passes a test. */
    Value last(int opcode, Value first, Value bound, Value step, boolean late) {
        return make(Kind.LAST, opcode, NO_SLOT, null, "I", first, bound, step, constant(late ? 1 : 0));
    }

    public Value add(Value left, Value right) {
        return operation(Opcodes.IADD, left, right);
    }

    public Value subtract(Value left, Value right) {
        return operation(Opcodes.ISUB, left, right);
    }

    public Value multiply(Value left, Value right) {
        return operation(Opcodes.IMUL, left, right);
    }

    /** An int operation, simplified; the right operand of a negation is null. */
    Value operation(int opcode, Value left, Value right) {
        if (opcode == Opcodes.INEG) {
            return operation(Opcodes.ISUB, constant(0), left);
        }
        if (left.kind() == Kind.CONSTANT && right.kind() == Kind.CONSTANT) {
            return constant(compute(opcode, left.number(), right.number()));
        }
        if (opcode == Opcodes.ISUB && right.kind() == Kind.CONSTANT) {
            return operation(Opcodes.IADD, left, constant(-right.number()));
        }
        boolean commutes = opcode == Opcodes.IADD || opcode == Opcodes.IMUL;
        if (commutes && left.kind() == Kind.CONSTANT) {
            return operation(opcode, right, left);
        }
        if (opcode == Opcodes.IADD && right.isConstant(0) || opcode == Opcodes.IMUL && right.isConstant(1)) {
            return left;
        }
        if (opcode == Opcodes.IADD && right.kind() == Kind.CONSTANT && left.isSum()) {
            return operation(Opcodes.IADD, left.part(0), constant(left.part(1).number() + right.number()));
        }
        if (opcode == Opcodes.IMUL && right.isConstant(0) || opcode == Opcodes.ISUB && left == right) {
            return constant(0);
        }
        return make(Kind.OPERATION, opcode, NO_SLOT, null, "I", left, right);
    }

    private static int compute(int opcode, int left, int right) {
        return switch (opcode) {
            case Opcodes.IADD -> left + right;
            case Opcodes.ISUB -> left - right;
            case Opcodes.IMUL -> left * right;
            case Opcodes.IDIV -> left / right;
            case Opcodes.IREM -> left % right;
            case Opcodes.ISHL -> left << right;
            case Opcodes.ISHR -> left >> right;
            case Opcodes.IUSHR -> left >>> right;
            case Opcodes.IAND -> left & right;
            case Opcodes.IOR -> left | right;
            case Opcodes.IXOR -> left ^ right;
            default -> throw new IllegalArgumentException("no int operation: " + opcode);
        };
    }

    /** Whether an expression of the given operands would exceed the greatest number of nodes. */
    static boolean isLong(Value... parts) {
        int nodes = 1;
        for (Value part : parts) {
            nodes += part.nodes();
        }
        return nodes > MAX_NODES;
    }
}
