package jdsm.agent.analysis;

import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * A symbolic value of a variable or a stack entry. Two places with the same Value contain the same at run time.
 * {@link Values} makes one instance of each value, so values are compared by identity. Immutable.
 */
public final class Value implements org.objectweb.asm.tree.analysis.Value {
    /** The kind of a value. */
    public enum Kind {
        /** An unassigned variable, or the second half of a long or double. */
        UNSET,
        /** The value of a parameter, or of a variable of memory, at the method's start: slot is the variable. */
        PARAMETER,
        /** The result of an instruction: number is its index. With a slot, the new value of that variable of memory. */
        RESULT,
        /** The value of a slot where different paths meet: number is the block. */
        MERGED,
        /** The value of a slot where different paths enter a loop: number is the header block. */
        ENTERED,
        /** An int constant: number is the int. */
        CONSTANT,
        /** The null reference. */
        NULL,
        /** An int operation: number is the opcode. A division may throw, see {@link Value#mayThrow}. */
        OPERATION,
        /** A call of {@code Math.min} or {@code Math.max}: number is negative for min. */
        EXTREME,
        /**
         * The last value of a loop variable, see {@link jdsm.runtime.Ranges#last}: number is the jump that continues
         * the loop. Its parts are the first value, the bound, the step, and 1 if the first iteration is not tested.
         */
        LAST,
        /**
         * A read of a field: name is {@code owner.name:descriptor}. Its parts are the object (null for a static field)
         * and memory.
         */
        FIELD,
        /**
         * A read of an element that is a reference or no longer than an int: number is the opcode. Its parts are the
         * array, the index and memory.
         */
        ELEMENT,
        /** The length of an array; with a name, an end of a {@code jdsm.Range}: {@code from} or {@code to}. */
        LENGTH,
        /** The same reference under another type. */
        CAST
    }

    /** The class of ranges, whose ends never change. */
    public static final String RANGE = "jdsm/Range";

    private final Kind kind;
    private final int number;
    private final int slot;
    private final Value[] parts;
    private final String name;
    private final String type;
    private final int nodes;
    private final Set<Value> leaves;

    Value(ValueKey key, Value[] parts, String type, int nodes, Set<Value> leaves) {
        this.kind = key.kind();
        this.number = key.number();
        this.slot = key.slot();
        this.name = key.name();
        this.parts = parts;
        this.type = type;
        this.nodes = nodes;
        this.leaves = leaves.isEmpty() && isLeaf(kind) ? Set.of(this) : leaves;
    }

    static boolean isLeaf(Kind kind) {
        return kind == Kind.PARAMETER || kind == Kind.RESULT || kind == Kind.MERGED || kind == Kind.ENTERED;
    }

    public Kind kind() {
        return kind;
    }

    /** The number, whose meaning depends on the {@link Kind}. */
    public int number() {
        return number;
    }

    /** The slot of a value that belongs to one; else -1. */
    public int slot() {
        return slot;
    }

    /** The name of a FIELD, the type of a CAST, or the end that a LENGTH is; else null. */
    public String name() {
        return name;
    }

    /** The descriptor of the value's type, or null if it is unknown. */
    public String type() {
        return type;
    }

    /** An operand; {@link Kind} says which operands a value has. */
    public Value part(int index) {
        return parts[index];
    }

    /** The number of operations and leaves in the value's expression, with repetitions. */
    int nodes() {
        return nodes;
    }

    /**
     * The leaves of the value's expression: PARAMETER, RESULT, MERGED and ENTERED. The value changes only if one of
     * them does.
     */
    public Set<Value> leaves() {
        return leaves;
    }

    /** Whether the value is a given int constant. */
    public boolean isConstant(int constant) {
        return kind == Kind.CONSTANT && number == constant;
    }

    /** The difference to another value, modulo 2 to the 32, if it is the same constant at every run; else null. */
    public Integer minus(Value other) {
        return base() == other.base() ? Integer.valueOf(addend() - other.addend()) : null;
    }

    /** The value without the constant that was added last; null if the value is a constant. */
    private Value base() {
        return kind == Kind.CONSTANT ? null : isSum() ? parts[0] : this;
    }

    private int addend() {
        return kind == Kind.CONSTANT ? number : isSum() ? parts[1].number : 0;
    }

    /** Whether the last operation of the value is a division that may be by zero. */
    public boolean mayThrow() {
        boolean divides = kind == Kind.OPERATION && (number == Opcodes.IDIV || number == Opcodes.IREM);
        return divides && (parts[1].kind != Kind.CONSTANT || parts[1].number == 0);
    }

    /** Whether the value is a sum whose right operand is a constant. */
    boolean isSum() {
        return kind == Kind.OPERATION && number == Opcodes.IADD && parts[1].kind == Kind.CONSTANT;
    }

    @Override
    public int getSize() {
        return "J".equals(type) || "D".equals(type) ? 2 : 1;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case CONSTANT -> Integer.toString(number);
            case PARAMETER -> "p" + slot;
            case RESULT -> "r" + number;
            case MERGED -> "m" + number + "." + slot;
            case ENTERED -> "e" + number + "." + slot;
            case FIELD -> parts[0] + "." + name;
            case ELEMENT -> parts[0] + "[" + parts[1] + "]";
            case LENGTH -> parts[0] + (name == null ? ".length" : "." + name + "()");
            default -> kind + " " + number + java.util.Arrays.toString(parts);
        };
    }
}
