package jdsm.agent.analysis;

import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * What a variable or a place on the stack contains, as far as that can be said without running: two places with the same
 * Value contain the same. Values are made by {@link Values}, one instance each, and compared by identity. Immutable.
 */
public final class Value implements org.objectweb.asm.tree.analysis.Value {
    /** What a value is. */
    public enum Kind {
        /** Nothing yet, or the second half of a long. */
        UNSET,
        /** What a parameter, or the memory, is at the method's start: number is the slot. */
        PARAMETER,
        /** What an instruction has made: number is its index; with a slot, what it made of memory. */
        RESULT,
        /** What different ways have brought to a slot at a block's start: number is the block. */
        MERGED,
        /** What different ways from outside have brought to a slot at a loop's header: number is the block. */
        ENTERED,
        /** An int; number is the int. */
        CONSTANT,
        NULL,
        /** An int operation without exceptions: number is the opcode. */
        OPERATION,
        /** {@code Math.min} or {@code Math.max}: number is negative for min. */
        EXTREME,
        /** A field, of memory at some time: name is {@code owner.name:descriptor}; without a, a static one. */
        FIELD,
        /** An element of an array of references, of memory at some time. */
        ELEMENT,
        LENGTH,
        /** The same object under another type. */
        CAST
    }

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

    /** See {@link Kind}. */
    public int number() {
        return number;
    }

    /** The slot, of what is one's; else -1. */
    public int slot() {
        return slot;
    }

    /** See {@link Kind}; else null. */
    public String name() {
        return name;
    }

    /** The descriptor of its type, or null if that is not known. */
    public String type() {
        return type;
    }

    /** The operands: of a FIELD object (or null) and memory; of an ELEMENT array, index and memory. */
    public Value part(int index) {
        return parts[index];
    }

    /** How many operations and leaves it takes to write it down, those that it has twice counted twice. */
    int nodes() {
        return nodes;
    }

    /** The PARAMETERs, RESULTs, MERGEDs and ENTEREDs that it is made of: while those stay, it stays. */
    public Set<Value> leaves() {
        return leaves;
    }

    /** Whether it is that int. */
    public boolean isConstant(int constant) {
        return kind == Kind.CONSTANT && number == constant;
    }

    /** By how much it is more than another, modulo 2 to the 32, if that can be said without knowing either; else null. */
    public Integer minus(Value other) {
        return base() == other.base() ? Integer.valueOf(addend() - other.addend()) : null;
    }

    /** Without the constant that was added last; null if it is a constant. */
    private Value base() {
        return kind == Kind.CONSTANT ? null : isSum() ? parts[0] : this;
    }

    private int addend() {
        return kind == Kind.CONSTANT ? number : isSum() ? parts[1].number : 0;
    }

    /** Whether a constant is the last that was added. */
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
            case LENGTH -> parts[0] + ".length";
            default -> kind + " " + number + java.util.Arrays.toString(parts);
        };
    }
}
